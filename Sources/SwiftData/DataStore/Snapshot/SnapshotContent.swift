// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The values of one model in the form of a row, with the identifiers of related models.
struct SnapshotContent: Sendable {
    let schema: SnapshotSchema
    private let entityIndex: Int
    /// The values of the table's columns, in order; foreign keys are NULL.
    var values: [_ColumnValue]
    /// The identifiers of the related models, by the index of the relationship.
    var related: [Int: [PersistentIdentifier]] = [:]

    /// Creates the content of a model without values.
    init(_ entity: EntityDescription, in schema: SnapshotSchema) {
        self.schema = schema
        entityIndex = entity.index
        values = Array(repeating: .null, count: schema.layout[entity].columns.count)
    }

    var table: TableLayout { schema.layout.tables[entityIndex] }
    var entity: EntityDescription { table.entity }

    /// The values as a row.
    var row: _RowDecoder {
        _RowDecoder(ValueRow(values), columns: table.firstColumns, of: entity)
    }

    /// The class of the model.
    var modelClass: ModelClass { row.modelClass ?? entity.classes[0] }

    /// The properties of the model's class that stores keep.
    var properties: [PropertyDescription] {
        let included = modelClass.properties
        return entity.properties.filter { property in
            included.contains(property.index)
                && (property.relationship != nil || property.policy.isStored)
        }
    }

    /// Returns the values of an attribute's columns.
    func columnValues(of property: PropertyDescription) -> ArraySlice<_ColumnValue> {
        values[table.positions(of: property.index)]
    }

    /// Sets the values of an attribute's columns; ignores an attribute that is not stored.
    mutating func set(_ columns: [_ColumnValue], of property: PropertyDescription) {
        let positions = table.positions(of: property.index)
        guard positions.count == columns.count else { return }
        values.replaceSubrange(positions, with: columns)
    }

    /// Returns the value of an attribute; nil if the store does not keep it.
    func value(of property: PropertyDescription) throws -> Any? {
        try property.access.value(in: row, at: property.index)
    }

    /// Sets an attribute that a snapshot lacks to its default value.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if it has none.
    mutating func setDefault(of property: PropertyDescription) throws {
        for (position, column) in zip(table.positions(of: property.index), property.columns) {
            if let value = try property.defaultValue(ofColumn: column.name)?() {
                values[position] = value
            } else if !table.columns[position].isNullable {
                throw SwiftDataError.modelValidationFailure(
                    "the values of a \(modelClass.name) lack one for '\(property.schemaName)', which "
                        + "has no default value"
                )
            }
        }
    }

    /// Sets the class of the model by name; ignores an unknown name.
    mutating func setClass(_ name: String) {
        guard entity.isHierarchy, entity.classes.contains(where: { $0.name == name }) else {
            return
        }
        values[values.count - 1] = .text(name)
    }
}
