// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The meaning of an attribute's options for its column: how it is stored, read and queried, and
/// whether it changes the table.
///
/// The only type that interprets options for columns: an option that isn't named here has no effect
/// on one.
struct ColumnPolicy: Sendable, Hashable {
    /// Whether rows have the value.
    private(set) var isStored = true
    /// Whether large values are kept in files beside the store.
    private(set) var isExternal = false
    /// Whether the text is part of the full-text index.
    private(set) var isSearchable = false
    /// Whether history keeps the value when its model is deleted.
    private(set) var isPreservedOnDeletion = false
    /// The reason why the value can be compared with nil only; nil for one that can be compared.
    private(set) var comparisonObstacle: String?

    /// The policy of a relationship's column.
    init() {}

    init(_ options: [Schema.Attribute.Option], _ kind: _ColumnType.Kind) {
        isStored = !options.contains(.ephemeral)
        isExternal = kind == .data && options.contains(.externalStorage)
        isSearchable = kind == .text && options.contains(.spotlight)
        isPreservedOnDeletion = options.contains(.preserveValueOnDeletion)
        if options.contains(.externalStorage) {
            comparisonObstacle = "is kept in an external file"
        } else if kind == .json {
            comparisonObstacle = "is stored as JSON"
        }
    }

    /// The names of the options that are part of the layout, in the order of a snapshot.
    static func layoutOptions(of options: [Schema.Attribute.Option]) -> [String] {
        let known: [Schema.Attribute.Option] = [.externalStorage, .spotlight]
        return known.filter(options.contains).map(\.name)
    }

    /// The reason why a container can't store a property with some options; nil when it can.
    static func obstacle(to options: [Schema.Attribute.Option]) -> String? {
        guard options.contains(.allowsCloudEncryption) else { return nil }
        return "the option .allowsCloudEncryption isn't supported: the value would be stored "
            + "as clear text; remove the option"
    }
}
