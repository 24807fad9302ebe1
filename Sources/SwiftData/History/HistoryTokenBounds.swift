// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The tokens that a predicate over transactions compares with.
///
/// They determine which part of the history must be read and whether the predicate refers to
/// deleted transactions.
struct HistoryTokenBounds {
    /// All tokens that the predicate compares with.
    private(set) var compared: [DefaultHistoryToken] = []
    /// The tokens that a transaction must follow in order to match.
    private(set) var after: [DefaultHistoryToken] = []
    /// The values of variables that stand for captured values.
    private var bindings = PredicateBindings()

    init(_ predicate: Predicate<DefaultHistoryTransaction>?) {
        (predicate?.expression as? any HistoryTokenContaining)?.collect(
            into: &self,
            isRequired: true
        )
    }

    /// Returns the transaction number of a store that matching transactions must exceed.
    func lowerBound(in store: String) -> Int64 {
        after.compactMap { $0.positions[store] }.max() ?? 0
    }

    /// Returns whether the predicate compares with a position before a transaction of a store.
    func reachesBack(before transaction: Int64, in store: String) -> Bool {
        compared.contains { ($0.positions[store] ?? 0) < transaction }
    }

    /// Records the token that an operand of a comparison is, unless it depends on a transaction.
    fileprivate mutating func record(_ part: some PredicateExpression, isLowerBound: Bool) {
        guard let token = (try? part.evaluate(bindings)) as? DefaultHistoryToken else { return }
        compared.append(token)
        if isLowerBound { after.append(token) }
    }

    /// Binds a variable to a value, unless it depends on a transaction.
    fileprivate mutating func bind<Value>(
        _ variable: PredicateExpressions.Variable<Value>,
        to part: some PredicateExpression<Value?>
    ) {
        if let value = try? part.evaluate(bindings) { bindings[variable] = value }
    }
}

/// A predicate expression that may contain tokens.
private protocol HistoryTokenContaining {
    /// Collects the tokens; `isRequired` means that the predicate is false whenever this expression
    /// is.
    func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool)
}

private func collect(_ part: Any, bounds: inout HistoryTokenBounds, isRequired: Bool) {
    (part as? any HistoryTokenContaining)?.collect(into: &bounds, isRequired: isRequired)
}

extension PredicateExpressions.Conjunction: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        SwiftData.collect(lhs, bounds: &bounds, isRequired: isRequired)
        SwiftData.collect(rhs, bounds: &bounds, isRequired: isRequired)
    }
}

extension PredicateExpressions.Disjunction: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        SwiftData.collect(lhs, bounds: &bounds, isRequired: false)
        SwiftData.collect(rhs, bounds: &bounds, isRequired: false)
    }
}

extension PredicateExpressions.Negation: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        SwiftData.collect(wrapped, bounds: &bounds, isRequired: false)
    }
}

/// The expression of `if let token { ... } else { ... }` and its parts.
extension PredicateExpressions.NilCoalesce: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        SwiftData.collect(lhs, bounds: &bounds, isRequired: isRequired)
        SwiftData.collect(rhs, bounds: &bounds, isRequired: false)
    }
}

extension PredicateExpressions.OptionalFlatMap: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        bounds.bind(variable, to: wrapped)
        SwiftData.collect(transform, bounds: &bounds, isRequired: isRequired)
    }
}

extension PredicateExpressions.Comparison: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        bounds.record(lhs, isLowerBound: isRequired && op == .lessThan)
        bounds.record(rhs, isLowerBound: isRequired && op == .greaterThan)
    }
}
