// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Encodes the properties of one model to column values.
///
/// A property is addressed by its index in the class that declares it, and occupies one or more
/// consecutive columns.
public struct _RowEncoder {
    /// The first column of each property of the entity; -1 for a property without a column.
    private let columns: [Int32]
    private let entity: EntityDescription
    /// The index in the entity of the first property of the encoding class.
    private var firstProperty = 0
    /// The properties of the entity to encode; nil for all.
    var selection: PropertySet?
    private(set) var values: [_ColumnValue]

    init(columns: [Int32], count: Int, of entity: EntityDescription) {
        self.columns = columns
        self.entity = entity
        values = Array(repeating: .null, count: count)
    }

    /// Returns the first column of a property; -1 if it has none or is not selected.
    public func column(of index: Int) -> Int32 {
        let property = firstProperty + index
        guard selection?.contains(property) ?? true else { return -1 }
        return columns[property]
    }

    /// The value transformer of a transformable attribute.
    func transformation(of index: Int) throws -> ValueTransformation {
        try .required(entity.properties[firstProperty + index].access.transformation)
    }

    /// Sets the value of a column.
    public mutating func set(_ value: consuming _ColumnValue, _ column: Int32) {
        values[Int(column)] = value
    }

    /// Sets the values of a property's columns, in order.
    mutating func set(_ columns: [_ColumnValue], at index: Int) {
        let first = Int(column(of: index))
        guard first >= 0 else { return }
        values.replaceSubrange(first..<(first + columns.count), with: columns)
    }

    /// Continues with the properties that a class itself declares.
    public mutating func select<M: PersistentModel>(_ type: M.Type) {
        firstProperty = entity.firstProperty(of: type)
    }

    /// Sets all columns to NULL except the name of the class, for the next model.
    mutating func reset(for model: any PersistentModel) {
        for position in values.indices { values[position] = .null }
        firstProperty = 0
        guard entity.isHierarchy, let column = columns.last, column >= 0,
            let index = entity.classIndex(of: type(of: model))
        else { return }
        values[Int(column)] = .text(entity.classes[index].name)
    }
}
