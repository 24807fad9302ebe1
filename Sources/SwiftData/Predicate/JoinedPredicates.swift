// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Predicates of the same variables, joined by *and* or by *or*.
///
/// The type depends neither on the number nor on the structure of the predicates, so that a program
/// that joins predicates as it needs does not make the runtime keep ever more types.
struct JoinedPredicates<each Input> {
    let predicates: [Predicate<repeat each Input>]
    let isConjunction: Bool

    var description: String {
        let name = isConjunction ? "all" : "any"
        return "Predicate(\(name): [\(predicates.map { "\($0)" }.joined(separator: ", "))])"
    }

    /// Returns the expression whose variables are the variables of all predicates.
    func bound(
        to variables: repeat PredicateExpressions.Variable<each Input>
    ) -> BoundPredicates<repeat each Input> {
        BoundPredicates(joined: self, variables: (repeat each variables))
    }
}

/// The expression of joined predicates whose variables have the values of other variables.
struct BoundPredicates<each Input>: StandardPredicateExpression {
    let joined: JoinedPredicates<repeat each Input>
    let variables: (repeat PredicateExpressions.Variable<each Input>)

    init(
        joined: JoinedPredicates<repeat each Input>,
        variables: (repeat PredicateExpressions.Variable<each Input>)
    ) {
        self.joined = joined
        self.variables = variables
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        let inputs = (repeat try (each variables).evaluate(bindings))
        for predicate in joined.predicates
        where try predicate.evaluate(repeat each inputs) != joined.isConjunction {
            return !joined.isConjunction
        }
        return joined.isConjunction
    }

    init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }
    func encode(to encoder: any Encoder) throws { throw CocoaError(.featureUnsupported) }
}

// MARK: Translation

extension BoundPredicates: PredicateNode, DescribedExpression {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let tests = try joined.predicates.map { predicate in
            for (variable, bound) in repeat (each predicate.variable, each variables) {
                try scope.bind(variable, to: scope.operand(bound))
            }
            return try scope.value(of: predicate.expression)
        }
        // Alone, it keeps its form, by which the store recognizes what an index answers.
        guard tests.count != 1 else { return .value(tests[0]) }
        return .value(joined.isConjunction ? .all(tests) : .any(tests))
    }

    func describe(in outline: inout PredicateOutline) {
        outline.mark(joined.isConjunction ? 1 : 0)
        outline.mark(joined.predicates.count)
        repeat (each variables).describe(in: &outline)
        for predicate in joined.predicates {
            repeat outline.bind(each predicate.variable)
            outline.add(predicate.expression)
        }
    }
}
