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
    /// A value that is NULL if there is no struct; nil if there always is one.
    private(set) var presenceValue: QueryExpression?
    /// Whether the Swift type is optional.
    var isOptional: Bool

    /// Creates the value of a composite attribute; returns nil for any other property.
    init?(_ property: PropertyDescription, of path: QueryPath) {
        guard case .composite(let shape, let isOptional) = property.kind else { return nil }
        self.init(path, index: property.index, shape: shape, at: 0, isOptional: isOptional)
    }

    private init(
        _ path: QueryPath,
        index: Int,
        shape: _CompositeShape,
        at position: Int,
        isOptional: Bool
    ) {
        self.path = path
        self.index = index
        self.shape = shape
        self.isOptional = isOptional
        start = position + (isOptional ? 1 : 0)
        if isOptional {
            let type = _ColumnType(.bool, isOptional: true)
            presenceValue = .attribute(path, index: index, column: position, type)
        }
    }

    /// Returns the struct as an optional that is nil if `outer`, through which it is read, is nil.
    func optional(inside outer: QueryExpression?) -> QueryComposite {
        var composite = self
        composite.isOptional = true
        composite.presenceValue = presenceValue ?? outer
        return composite
    }

    /// The name of the property in error messages.
    var displayName: String { "\(path.entity.name).\(path.entity.properties[index].name)" }

    /// The value after a Swift unwrapping operation.
    var unwrapped: QueryComposite {
        var composite = self
        composite.isOptional = false
        return composite
    }

    private func column(_ position: Int, type: _ColumnType) -> QueryExpression {
        .attribute(path, index: index, column: position, type)
    }

    /// Returns the field with a name; nil if the struct has none.
    func field(named name: String) -> PredicateOperand? {
        guard let field = shape.field(named: name) else { return nil }
        let position = start + field.columns.lowerBound
        if case .composite(let nested) = field.content {
            return .composite(
                QueryComposite(
                    path,
                    index: index,
                    shape: nested,
                    at: position,
                    isOptional: field.isOptional
                )
            )
        }
        return .value(column(position, type: shape.columns[field.columns.lowerBound].type))
    }

    /// Returns whether the struct equals a value with these columns.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` if a field is stored as JSON.
    func equals(_ columns: [_ColumnValue]) throws -> QueryExpression {
        try requireComparableFields()
        return .all(
            zip(shape.columns, columns).enumerated().map { offset, pair in
                let (column, value) = pair
                let own = self.column(start + offset, type: column.type)
                return value == .null ? .isNil(own) : .equal(own, .constant(value, column.type))
            }
        )
    }

    /// Returns whether the struct equals another one.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` if the types differ or a field is stored as
    ///   JSON.
    func equals(_ other: QueryComposite) throws -> QueryExpression {
        try requireComparableFields()
        guard shape.typeID == other.shape.typeID else {
            throw SwiftDataError.unsupportedPredicate(
                "\(displayName) and \(other.displayName) have different types"
            )
        }
        let fields = shape.columns.enumerated().map { offset, column in
            QueryExpression.equal(
                self.column(start + offset, type: column.type.optional),
                other.column(other.start + offset, type: column.type.optional)
            )
        }
        let presences = [presenceValue, other.presenceValue].compactMap(\.self)
        let bothExist = presences.map { QueryExpression.not(.isNil($0)) }
        let equal = QueryExpression.all(bothExist + fields)
        guard presences.count == 2 else { return equal }
        return .any([.all(presences.map { .isNil($0) }), equal])
    }

    private func requireComparableFields() throws {
        if let obstacle = path.entity.properties[index].policy.comparisonObstacle {
            throw SwiftDataError.unsupportedPredicate(
                "\(displayName) \(obstacle), so it can only be compared with nil"
            )
        }
        guard let column = shape.columns.first(where: { $0.type.kind == .json }) else { return }
        throw SwiftDataError.unsupportedPredicate(
            "\(displayName).\(column.path.joined(separator: ".")) is stored as JSON, so that the "
                + "struct cannot be compared; compare its other fields"
        )
    }
}
