// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Encodes models as rows, with one encoder for each entity that is used again and again.
final class ModelEncoders {
    private let layout: SchemaLayout
    /// The encoders that are not in use, by entity index.
    private var unused: [_RowEncoder?]

    init(_ layout: SchemaLayout) {
        self.layout = layout
        unused = Array(repeating: nil, count: layout.tables.count)
    }

    /// Returns the values of a model's columns, or of the columns of some properties.
    func encode(
        _ model: any PersistentModel,
        in entity: EntityDescription,
        selection: PropertySet?
    ) throws -> [_ColumnValue] {
        var encoder = unused[entity.index].take() ?? layout[entity].makeEncoder()
        encoder.reset(for: model)
        encoder.selection = selection
        do {
            try model._$encode(&encoder)
        } catch {
            throw SwiftDataError.modelValidationFailure(
                "a value of a \(entity.name) cannot be stored: \(error)"
            )
        }
        let values = encoder.values
        unused[entity.index] = encoder
        return values
    }
}
