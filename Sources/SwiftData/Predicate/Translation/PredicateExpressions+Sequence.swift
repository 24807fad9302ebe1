// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension PredicateExpressions.SequenceContains: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let members = try scope.operand(sequence)
        let member = try scope.operand(element)
        switch members {
        case .constant(let constant): return try translate(constant, member: member, in: scope)
        case .models(var relation):
            let key = PredicateOperand.value(.key(QueryPath(relation.variable)))
            relation.add(try scope.equality(key, member).expression)
            return .value(.exists(relation))
        case .value(let value) where value.type.kind == .text:
            return .value(.function(.contains, [value, try scope.value(member, in: "contains")]))
        case .value, .elements:
            guard let elements = try scope.elements(members, as: LHS.Output.self) else {
                throw scope.unsearchable(members, as: LHS.Output.self, named: "contains")
            }
            let test = try scope.equality(.value(elements.element), member).expression
            return .value(.hasElement(elements.filtered(by: test)))
        case .range(let lower, let upper, let includesUpper):
            return .value(
                try scope.contains(
                    scope.value(member, in: "contains"),
                    lower: lower,
                    upper: upper,
                    includesUpper: includesUpper,
                    as: RHS.Output.self
                )
            )
        default: throw scope.unsearchable(members, as: LHS.Output.self, named: "contains")
        }
    }

    /// Translates the test whether a captured sequence contains a value.
    private func translate(
        _ constant: any PredicateConstant,
        member: PredicateOperand,
        in scope: PredicateScope
    ) throws -> PredicateOperand {
        if let range = constant.range {
            return .value(
                try scope.contains(
                    scope.value(member, in: "contains"),
                    lower: range.lowerConstant?.expression(),
                    upper: range.upperConstant?.expression(),
                    includesUpper: range.includesUpper,
                    as: RHS.Output.self
                )
            )
        }
        if case .constant(let element) = member,
            let sequence = scope.captured(constant, as: LHS.Output.self),
            let element = scope.captured(element, as: RHS.Output.self)
        {
            return .constant(Captured(value: sequence.value.contains(element.value)))
        }
        if LHS.Output.self == String.self, let text = scope.captured(constant, as: String.self) {
            let parts = [try text.expression(), try scope.value(member, in: "contains")]
            return .value(.function(.contains, parts))
        }
        if case .composite = member {
            let tests = try (constant.elements ?? []).map { element in
                try scope.equality(member, .constant(element)).expression
            }
            return .value(.any(tests))
        }
        return .value(
            try scope.isOneOf(scope.value(member, in: "contains"), constant.elements ?? [])
        )
    }
}

extension PredicateExpressions.SequenceContainsWhere: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let members = try scope.operand(sequence)
        switch members {
        case .models(let relation):
            return .value(.exists(try scope.filtered(relation, variable: variable, test: test)))
        case .constant(let constant):
            return .value(.any(try scope.tests(constant, variable: variable, test: test)))
        default:
            guard let elements = try scope.elements(members, as: LHS.Output.self) else {
                throw scope.unsearchable(members, as: LHS.Output.self, named: "contains(where:)")
            }
            return .value(.hasElement(try scope.filtered(elements, variable: variable, test: test)))
        }
    }
}

extension PredicateExpressions.SequenceAllSatisfy: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let members = try scope.operand(sequence)
        switch members {
        case .models(let relation):
            let failing = try scope.filtered(relation, variable: variable, test: test) { .not($0) }
            return .value(.not(.exists(failing)))
        case .constant(let constant):
            return .value(.all(try scope.tests(constant, variable: variable, test: test)))
        default:
            guard let elements = try scope.elements(members, as: LHS.Output.self) else {
                throw scope.unsearchable(members, as: LHS.Output.self, named: "allSatisfy")
            }
            let failing = try scope.filtered(elements, variable: variable, test: test) { .not($0) }
            return .value(.not(.hasElement(failing)))
        }
    }
}

extension PredicateExpressions.Filter: PredicateNode {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let members = try scope.operand(sequence)
        if case .models(let relation) = members {
            return .models(try scope.filtered(relation, variable: variable, test: filter))
        }
        if case .constant = members {
            throw SwiftDataError.unsupportedPredicate(
                "\(LHS.Output.self).filter: a captured collection supports contains, "
                    + "contains(where:) and allSatisfy with values of the model; filter it before "
                    + "the predicate by what does not depend on the model"
            )
        }
        guard let elements = try scope.elements(members, as: LHS.Output.self) else {
            throw scope.unsearchable(members, as: LHS.Output.self, named: "filter")
        }
        return .elements(try scope.filtered(elements, variable: variable, test: filter))
    }
}

extension PredicateScope {
    /// Returns a relationship restricted to the models that also pass `test`.
    fileprivate func filtered<T, E: PredicateExpression>(
        _ relation: QueryRelation,
        variable: PredicateExpressions.Variable<T>,
        test: E,
        _ change: (QueryExpression) -> QueryExpression = { $0 }
    ) throws -> QueryRelation {
        var relation = relation
        let condition = try binding(variable, to: .model(QueryPath(relation.variable))) {
            try value(of: test)
        }
        relation.add(change(condition))
        return relation
    }

    /// Returns the test applied to each element of a captured sequence.
    fileprivate func tests<T, E: PredicateExpression>(
        _ sequence: any PredicateConstant,
        variable: PredicateExpressions.Variable<T>,
        test: E
    ) throws -> [QueryExpression] {
        try (sequence.elements ?? []).map { element in
            try binding(variable, to: .constant(element)) { try value(of: test) }
        }
    }

    /// Returns a test that a value is equal to one of the captured elements.
    fileprivate func isOneOf(
        _ value: QueryExpression,
        _ elements: [any PredicateConstant]
    ) throws -> QueryExpression {
        let value = try comparable(value)
        var columns: [_ColumnValue] = []
        var containsNil = false
        for element in elements {
            if element.isNil {
                containsNil = true
            } else if case .constant(let column, _) = try constant(element, comparedWith: value),
                column != .null
            {
                columns.append(column)
            }
        }
        let test = columns.isEmpty ? QueryExpression.bool(false) : .isOneOf(value, columns)
        return containsNil ? .any([test, .isNil(value)]) : test
    }

    fileprivate func unsearchable<T>(
        _ operand: PredicateOperand,
        as type: T.Type,
        named name: String
    ) -> SwiftDataError {
        let subject = if case .value(let value) = operand { value.displayName } else { "\(type)" }
        return SwiftDataError.unsupportedPredicate(
            "\(subject).\(name): values of type \(type) cannot be searched"
        )
    }
}

extension QueryRelation {
    fileprivate mutating func add(_ condition: QueryExpression) {
        test = test.map { .all([$0, condition]) } ?? condition
    }
}
