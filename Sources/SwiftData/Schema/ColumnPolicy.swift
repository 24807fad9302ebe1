// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The effects of an attribute's options on its column: storage, queries, history and table layout.
///
/// The only type that interprets options for columns; other options have no effect on them.
struct ColumnPolicy: Sendable, Hashable {
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

    /// Creates the policy for the column of a relationship.
    init() {}

    init(
        _ options: [Schema.Attribute.Option],
        _ kind: _ColumnType.Kind,
        isComposite: Bool = false
    ) {
        isStored = !options.contains(.ephemeral)
        isExternal = kind == .data && options.contains(.externalStorage) && !isComposite
        isSearchable = kind == .text && options.contains(.spotlight) && !isComposite
        isPreservedOnDeletion = options.contains(.preserveValueOnDeletion)
        if options.contains(.externalStorage) {
            comparisonObstacle = "is kept in an external file"
        }
    }

    /// Returns the names of the options that are part of the table layout, in the order of a
    /// snapshot.
    static func layoutOptions(of options: [Schema.Attribute.Option]) -> [String] {
        let known: [Schema.Attribute.Option] = [.externalStorage, .spotlight]
        return known.filter(options.contains).map(\.name)
    }

    /// Returns the reason why a container cannot store a property with these options; nil if it
    /// can.
    static func obstacle(to options: [Schema.Attribute.Option]) -> String? {
        guard options.contains(.allowsCloudEncryption) else { return nil }
        return "the option .allowsCloudEncryption is not supported: the value would be stored "
            + "as clear text; remove the option"
    }
}
