// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A predicate as an operand of composed predicates.
///
/// The type does not depend on the number or structure of the predicates in it, so that a program
/// that composes many predicates does not make the runtime keep ever more types. The predicate
/// itself is not part of the condition: each predicate of a long chain would contain the previous
/// one.
struct ComposedPredicate<each Input>: Sendable {
    /// The depth of conditions up to which a description contains the inner predicates.
    private static var describedDepth: Int { 16 }

    let condition: ConditionTree<PredicatePart<repeat each Input>>
    /// Returns the description of the predicate.
    let describe: @Sendable () -> String

    init(_ predicate: Predicate<repeat each Input>) {
        self.init(Self.condition(of: predicate)) { "\(predicate)" }
    }

    /// Creates a predicate that combines conditions with an operation other than *not*.
    init(_ operation: ConditionOperation, predicates: [Predicate<repeat each Input>]) {
        let conditions = predicates.map { Self.condition(of: $0) }
        let condition =
            conditions.count == 1 ? conditions[0] : ConditionTree(operation, operands: conditions)
        self.init(condition) {
            let name = operation == .any ? "any" : "all"
            let list = predicates.map { "\($0)" }.joined(separator: ", ")
            return "Predicate(\(name): [\(list)])"
        }
    }

    private init(
        _ condition: ConditionTree<PredicatePart<repeat each Input>>,
        _ describe: @escaping @Sendable () -> String
    ) {
        self.condition = condition
        guard condition.depth > Self.describedDepth else {
            self.describe = describe
            return
        }
        self.describe = {
            "Predicate(\(condition.trees.count { $0.part != nil }) conditions)"
        }
    }

    private static func condition(
        of predicate: Predicate<repeat each Input>
    ) -> ConditionTree<PredicatePart<repeat each Input>> {
        PredicatePart(
            variables: (repeat each predicate.variable),
            expression: predicate.expression
        ).tree
    }

    /// Returns the expression with the variables of all parts.
    func bound(
        to variables: repeat PredicateExpressions.Variable<each Input>
    ) -> BoundCondition<repeat each Input> {
        BoundCondition(condition: condition, variables: (repeat each variables))
    }
}

/// The expression of a condition that takes the values of its variables from other variables.
struct BoundCondition<each Input>: StandardPredicateExpression {
    let condition: ConditionTree<PredicatePart<repeat each Input>>
    let variables: (repeat PredicateExpressions.Variable<each Input>)

    init(
        condition: ConditionTree<PredicatePart<repeat each Input>>,
        variables: (repeat PredicateExpressions.Variable<each Input>)
    ) {
        self.condition = condition
        self.variables = variables
    }

    func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        let inputs = (repeat try (each variables).evaluate(bindings))
        var evaluation = ConditionEvaluation(condition)
        while let part = evaluation.next() {
            evaluation.value = try part.evaluate(repeat each inputs)
        }
        return evaluation.value
    }

    init(from decoder: any Decoder) throws { throw CocoaError(.featureUnsupported) }
    func encode(to encoder: any Encoder) throws { throw CocoaError(.featureUnsupported) }
}

// MARK: Translation

extension BoundCondition: PredicateNode, DescribedExpression {
    func translate(in scope: PredicateScope) throws -> PredicateOperand {
        let expression = try condition.translate(in: scope) { part in
            for (variable, bound) in repeat (each part.variables, each variables) {
                let operand = try scope.operand(bound)
                scope.variables.bind(variable, to: operand)
            }
            return try scope.value(of: part.expression)
        }
        return .value(expression)
    }

    func describe(in outline: inout PredicateOutline) {
        repeat (each variables).describe(in: &outline)
        for tree in condition.trees {
            switch tree.form {
            case .part(let part):
                outline.mark(0)
                repeat outline.bind(each part.variables)
                outline.add(part.expression)
            case .composed(let operation):
                outline.mark(operation.mark)
                outline.mark(tree.operands.count)
            }
        }
    }
}

extension ConditionOperation {
    fileprivate var mark: Int {
        switch self {
        case .all: 1
        case .any: 2
        case .not: 3
        }
    }
}
