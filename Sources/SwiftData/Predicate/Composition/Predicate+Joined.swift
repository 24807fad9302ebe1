// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension Predicate {
    /// Creates a predicate that is true if all of the given predicates are true.
    ///
    /// The predicate of an empty array is true.
    public init(all predicates: [Predicate<repeat each Input>]) {
        self.init(ComposedPredicate(.all, predicates: predicates))
    }

    /// Creates a predicate that is true if any of the given predicates is true.
    ///
    /// The predicate of an empty array is false.
    public init(any predicates: [Predicate<repeat each Input>]) {
        self.init(ComposedPredicate(.any, predicates: predicates))
    }

    private init(_ composed: ComposedPredicate<repeat each Input>) {
        let expression = Expression<repeat each Input, Bool> {
            (variables: repeat PredicateExpressions.Variable<each Input>) in
            composed.bound(to: repeat each variables)
        }
        self.init { (variables: repeat PredicateExpressions.Variable<each Input>) in
            PredicateExpressions.ExpressionEvaluate(
                expression: PredicateExpressions.captured(expression, describe: composed.describe),
                input: repeat each variables
            )
        }
    }
}
