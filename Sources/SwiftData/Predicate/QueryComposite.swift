// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A composite attribute, or a nested struct in one, of the model at the end of a path.
struct QueryComposite {
    let path: QueryPath
    /// The index of the property in the path's entity.
    let index: Int
    let shape: _CompositeShape
    /// The position of the shape's first field among the columns of the property.
    let start: Int
    /// The position of the column that is NULL if there is no value; nil for a required struct.
    let presence: Int?
    /// Whether the Swift type is optional.
    var isOptional: Bool

    /// Creates the value of a composite attribute; returns nil for any other property.
    init?(_ property: PropertyDescription, of path: QueryPath) {
        guard case .composite(let shape, let isOptional) = property.kind else { return nil }
        self.init(path, property.index, shape, at: 0, isOptional: isOptional)
    }

    private init(
        _ path: QueryPath,
        _ index: Int,
        _ shape: _CompositeShape,
        at position: Int,
        isOptional: Bool
    ) {
        self.path = path
        self.index = index
        self.shape = shape
        self.isOptional = isOptional
        presence = isOptional ? position : nil
        start = position + (isOptional ? 1 : 0)
    }

    /// The name of the property in error messages.
    var displayName: String { "\(path.entity.name).\(path.entity.properties[index].name)" }

    /// The value after a Swift unwrapping operation.
    var unwrapped: QueryComposite {
        var composite = self
        composite.isOptional = false
        return composite
    }

    /// The presence column; nil for a required struct.
    var presenceValue: QueryExpression? {
        presence.map { column($0, _ColumnType(.bool, isOptional: true)) }
    }

    private func column(_ position: Int, _ type: _ColumnType) -> QueryExpression {
        .attribute(path, index: index, column: position, type)
    }

    /// Returns the field with a name; nil if the struct has none.
    func field(named name: String) -> PredicateOperand? {
        guard let field = shape.field(named: name) else { return nil }
        let position = start + field.columns.lowerBound
        if case .composite(let nested) = field.content {
            return .composite(
                QueryComposite(path, index, nested, at: position, isOptional: field.isOptional)
            )
        }
        return .value(column(position, shape.columns[field.columns.lowerBound].type))
    }

    /// Returns whether the struct equals a value with these columns.
    func equals(_ columns: [_ColumnValue]) -> QueryExpression {
        .all(
            zip(shape.columns, columns).enumerated().map { offset, pair in
                let (column, value) = pair
                let own = self.column(start + offset, column.type)
                return value == .null ? .isNil(own) : .equal(own, .constant(value, column.type))
            }
        )
    }
}
