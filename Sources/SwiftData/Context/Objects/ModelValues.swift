// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Transfers values in the form of a row to models.
enum ModelValues {
    /// Creates a model with the attributes of a snapshot, outside of any context.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value of another type than its
    ///   property's.
    static func makeModel(_ content: SnapshotContent) throws -> any PersistentModel {
        let model = content.modelClass.type.makeEmpty()
        let relationships = PropertySet(content.entity.relationshipIndexes)
        try model._$decode(content.row.omitting(relationships))
        return model
    }

    /// Sets an attribute of a model of a context, if the value differs.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value of another type than the
    ///   property's; the errors of encoding the present value.
    static func assign(
        _ columns: [_ColumnValue],
        to property: PropertyDescription,
        of model: any PersistentModel,
        in entity: EntityDescription
    ) throws {
        if !property.access.isLoaded(model) {
            // Values of external files are loaded by themselves; a damaged one is replaced.
            try? model._$model.graph?.objects.requireValue(of: property, in: model)
        }
        guard try property.access.columnValues(model) != columns else { return }
        let row = _RowDecoder(columns, of: property, in: entity)
        guard let value = try property.access.value(in: row, at: property.index) else { return }
        property.access.assign(value, to: model)
    }
}

extension _RowDecoder {
    /// Creates a decoder for the columns of one attribute.
    fileprivate init(
        _ values: [_ColumnValue],
        of property: PropertyDescription,
        in entity: EntityDescription
    ) {
        var columns = [Int32](repeating: -1, count: entity.properties.count)
        columns[property.index] = 0
        self.init(ValueRow(values), columns: columns, of: entity)
    }
}
