// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateScope {
    /// Returns the elements of an operand that is a collection of type `type` stored as JSON; nil
    /// for other operands.
    func elements<T>(_ operand: PredicateOperand, as type: T.Type) throws -> QueryElements? {
        switch operand {
        case .elements(let elements): return elements
        case .value(let value) where value.type.kind == .json:
            guard let form = CollectionForm.of(type) else { return nil }
            return QueryElements(
                try accessible(value),
                form: form,
                variable: variables.makeElement()
            )
        default: return nil
        }
    }

    /// Returns the elements that also pass `test`.
    func filtered<T, E: PredicateExpression>(
        _ elements: QueryElements,
        variable: PredicateExpressions.Variable<T>,
        test: E,
        _ change: (QueryExpression) -> QueryExpression = { $0 }
    ) throws -> QueryElements {
        let condition = try binding(variable, to: .value(elements.element)) {
            try value(of: test)
        }
        return elements.filtered(by: change(condition))
    }

    /// Returns a member of a collection; nil if it has no translation.
    func member<Whole, Part>(
        _ keyPath: KeyPath<Whole, Part>,
        member: CollectionMember?,
        of elements: QueryElements
    ) throws -> PredicateOperand? {
        switch member ?? CollectionMember(keyPath, of: Whole.self) {
        case .count: return .value(.elementCount(elements))
        case .isEmpty: return .value(.not(.hasElement(elements)))
        // The order of a set or dictionary in memory is another one.
        case .first where Whole.self is any RandomAccessCollection.Type:
            _ = try elements.element
            return .value(.firstElement(elements))
        default: return elements.part(at: keyPath).map { .elements($0) }
        }
    }

    /// Returns a captured value in the form of a collection with which it is combined.
    func collection<T>(_ operand: PredicateOperand, as type: T.Type) throws -> QueryExpression? {
        func encode<V: Encodable>(_ value: V) throws -> QueryExpression {
            let json = try JSONEncoder().encode(value)
            return .constant(.text(String(decoding: json, as: UTF8.self)), _ColumnType(.json))
        }
        guard CollectionForm.of(type) != nil, case .constant(let constant) = operand,
            let captured = captured(constant, as: T.self),
            let value = captured.value as? any Encodable
        else { return nil }
        return try encode(value)
    }
}
