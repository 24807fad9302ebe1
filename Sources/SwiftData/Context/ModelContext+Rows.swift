// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The values of a row, for which no model is created.
package struct FetchedRow {
    private let decoder: _RowDecoder
    /// The columns of the values that are read.
    private let columns: [Int32]

    fileprivate init(_ decoder: borrowing _RowDecoder, columns: [Int32]) {
        self.decoder = copy decoder
        self.columns = columns
    }

    /// Returns the value at a position in the list of attributes, or as a model does, the
    /// placeholder of its type if the value in the store is damaged.
    package func value<Value: _AttributeValue>(
        at position: Int,
        as type: Value.Type = Value.self
    ) -> Value {
        (try? Value._decode(decoder, column: columns[position])) ?? Value._placeholder
    }
}

extension ModelContext {
    /// Reads the rows of a fetch without creating models, and the strings of related models.
    ///
    /// - Parameters:
    ///   - descriptor: The rows, in order.
    ///   - attributes: The attributes to read, each of which is stored in one column.
    ///   - text: An attribute of the related models.
    ///   - relationship: The relationship with them.
    ///   - make: Returns the result for a row. It must not use the context.
    /// - Returns: The results and the strings that belong to them, in no particular order; `nil` if
    ///   the context has unsaved changes, or the store cannot read the strings by itself.
    /// - Throws: The errors of ``fetch(_:)``.
    package func fetchRows<Source, Target, Result>(
        _ descriptor: FetchDescriptor<Source>,
        reading attributes: [PartialKeyPath<Source>],
        withTexts text: KeyPath<Target, String>,
        by relationship: KeyPath<Source, [Target]>,
        _ make: (FetchedRow) -> Result
    ) throws -> [(row: Result, texts: [String])]?
    where Source: PersistentModel, Target: PersistentModel {
        let loader = graph.relationshipLoader
        // No row has this key.
        guard try loader.storedTexts(text, by: relationship, ofRows: [0]) != nil else { return nil }
        var descriptor = descriptor
        descriptor.propertiesToFetch = attributes
        let query = try graph.query(descriptor)
        let entity = query.entity
        let properties = try attributes.map { attribute in
            guard let property = entity.property(at: attribute), property.relationship == nil else {
                throw SwiftDataError.unsupportedKeyPath(
                    "\(attribute.displayName) is not an attribute of \(entity.name)"
                )
            }
            return property.index
        }
        var results: [Result] = []
        var keys: [Int64] = []
        try graph.stores.read(entity) { reader in
            var columns: [Int32] = []
            try reader.fetch(query, over: nil) { key, row in
                if columns.isEmpty { columns = properties.map(row.column(of:)) }
                results.append(make(FetchedRow(row, columns: columns)))
                keys.append(key)
            }
        }
        let texts = try loader.storedTexts(text, by: relationship, ofRows: keys)
        guard let texts else { return nil }
        return zip(results, texts).map { (row: $0, texts: $1) }
    }
}
