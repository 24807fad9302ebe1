// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension PredicateScope {
    /// Returns a field of a `Codable` structure that is stored as JSON, such as an element of an
    /// array; nil if the value is none, or has no such field.
    ///
    /// The JSON of a structure is read like a dictionary with the coding keys as keys.
    func field<Whole, Part>(
        _ keyPath: KeyPath<Whole, Part>,
        of value: QueryExpression
    ) throws -> QueryExpression? {
        guard value.type.kind == .json, let type = Whole.self as? any Codable.Type else {
            return nil
        }
        return try field(keyPath, of: value, as: type)
    }

    private func field<Whole: Codable>(
        _ keyPath: AnyKeyPath,
        of value: QueryExpression,
        as type: Whole.Type
    ) throws -> QueryExpression? {
        guard let shape = _CompositeShape.of(type), keyPath.steps.count == 1,
            let name = keyPath.steps.first, let field = shape.field(named: name)
        else { return nil }
        let members = QueryElements(
            try accessible(value),
            form: CollectionForm(
                structure: .object,
                keyType: _ColumnType(.text),
                elementType: field.elementType
            ),
            variable: variables.makeElement()
        )
        let member = members.value { .equal($0, .constant(.text(name), _ColumnType(.text))) }
        if Swift.type(of: keyPath).valueType is any OptionalType.Type { return member }
        // A type can decode a value that is missing in its JSON.
        if field.isOptional, case .value = field.content,
            let value = _CodableStorage<Whole>.valueOfMissingColumn(field.columns.lowerBound),
            value != .null
        {
            return .coalesce(member, .constant(value, field.elementType))
        }
        return member.unwrappedValue
    }
}

extension _CompositeShape.Field {
    /// The type of the field's values among the members of a JSON object.
    fileprivate var elementType: _ColumnType {
        if case .value(let type) = content { type._columnType } else { _ColumnType(.json) }
    }
}
