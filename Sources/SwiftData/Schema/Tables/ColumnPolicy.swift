// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The effects of an attribute's options on its column: storage, queries, history and table layout.
///
/// The only type that interprets options for columns; other options have no effect on them.
struct ColumnPolicy: Sendable, Hashable {
    private typealias Option = Schema.Attribute.Option

    /// Whether rows contain the value.
    private(set) var isStored = true
    /// Whether large values are saved in external files next to the store.
    private(set) var isExternal = false
    /// Whether the text is part of the full-text index.
    private(set) var isSearchable = false
    /// Whether the history keeps the value of a deleted model.
    private(set) var isPreservedOnDeletion = false
    /// The reason why queries can compare the value with nil only; nil without such a restriction.
    private(set) var comparisonObstacle: String?
    /// Whether the column contains the encrypted value.
    private(set) var isEncrypted = false
    /// Whether the value must not leave the device.
    private(set) var isLocal = false
    /// Whether the stored form has another order than the values.
    private(set) var isOpaque = false

    /// Creates the policy for the column of a relationship.
    init() {}

    init(
        _ options: [Schema.Attribute.Option],
        kind: _ColumnType.Kind,
        isComposite: Bool = false
    ) {
        isStored = !options.contains(.ephemeral)
        isExternal = kind == .data && options.contains(.externalStorage) && !isComposite
        isSearchable = kind == .text && options.contains(.spotlight) && !isComposite
        isPreservedOnDeletion = options.contains(.preserveValueOnDeletion)
        isEncrypted = options.contains(where: Self.encrypts)
        isLocal = options.contains(.encrypt) || options.contains(.local)
        isOpaque =
            isEncrypted
            || options.contains { $0 == .codable || $0.name == Option.transformableName }
        if isEncrypted {
            comparisonObstacle = "is encrypted"
        } else if options.contains(.externalStorage) {
            comparisonObstacle = "is kept in an external file"
        } else if isOpaque {
            comparisonObstacle = "is stored as \(options.contains(.codable) ? "JSON" : "data")"
        }
    }

    private static func encrypts(_ option: Option) -> Bool {
        option == .encrypt || option == .allowsCloudEncryption
    }

    /// Returns the names of the options that are part of the table layout, in the order of a
    /// snapshot.
    static func layoutOptions(of options: [Schema.Attribute.Option]) -> [String] {
        let known =
            [Option.externalStorage, .spotlight].map(\.name)
            + [Option.transformableName, Option.encrypt.name]
        let names = Set(options.map { encrypts($0) ? Option.encrypt.name : $0.name })
        return known.filter(names.contains)
    }

    /// Returns whether a column with one of the policies can have the same content with the other.
    static func areConvertible(_ old: [String], _ new: [String]) -> Bool {
        old.contains(Option.transformableName) == new.contains(Option.transformableName)
    }

    /// Returns the reason why a container cannot store a property with these options and this
    /// storage; nil if it can.
    static func obstacle(
        to options: [Schema.Attribute.Option],
        access: any ValueAccess
    ) -> String? {
        if options.contains(.codable), access.kind.isStoredInOtherForms {
            return "the option .codable has no effect; write it in the @Attribute of the property, "
                + "as .codable"
        }
        let transformers = options.filter { $0.transformerName != nil }
        guard transformers.count == (access.isTransformable ? 1 : 0) else {
            return "an attribute has one value transformer; write it in the @Attribute of the "
                + "property, as .transformable(by:)"
        }
        if transformers.count == 1, options.contains(.codable) {
            return "the options .codable and .transformable(by:) exclude each other; remove one"
        }
        guard options.contains(where: encrypts), options.contains(.spotlight) else { return nil }
        return "the full-text index of the option .spotlight would contain the encrypted text; "
            + "remove one of the options"
    }
}

extension _PropertyKind {
    /// Whether values are not stored as JSON.
    fileprivate var isStoredInOtherForms: Bool {
        if case .attribute(let type) = self { type.kind != .json } else { true }
    }
}
