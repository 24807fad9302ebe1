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

    fileprivate mutating func record(_ token: DefaultHistoryToken, isLowerBound: Bool) {
        compared.append(token)
        if isLowerBound { after.append(token) }
    }
}

/// A predicate expression that may contain tokens.
private protocol HistoryTokenContaining {
    /// Collects the tokens; `isRequired` means that the predicate is false whenever this expression
    /// is.
    func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool)
}

private func collect(_ part: Any, _ bounds: inout HistoryTokenBounds, isRequired: Bool) {
    (part as? any HistoryTokenContaining)?.collect(into: &bounds, isRequired: isRequired)
}

private func token(_ part: Any) -> DefaultHistoryToken? {
    (part as? PredicateExpressions.Value<DefaultHistoryToken>)?.value
}

extension PredicateExpressions.Value: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        if let token = token(self) { bounds.record(token, isLowerBound: false) }
    }
}

extension PredicateExpressions.Conjunction: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        SwiftData.collect(lhs, &bounds, isRequired: isRequired)
        SwiftData.collect(rhs, &bounds, isRequired: isRequired)
    }
}

extension PredicateExpressions.Disjunction: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        SwiftData.collect(lhs, &bounds, isRequired: false)
        SwiftData.collect(rhs, &bounds, isRequired: false)
    }
}

extension PredicateExpressions.Negation: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        SwiftData.collect(wrapped, &bounds, isRequired: false)
    }
}

extension PredicateExpressions.Comparison: HistoryTokenContaining {
    fileprivate func collect(into bounds: inout HistoryTokenBounds, isRequired: Bool) {
        switch op {
        case .greaterThan:
            record(token(rhs), &bounds, isRequired)
            record(token(lhs), &bounds, false)
        case .lessThan:
            record(token(lhs), &bounds, isRequired)
            record(token(rhs), &bounds, false)
        default:
            record(token(lhs), &bounds, false)
            record(token(rhs), &bounds, false)
        }
    }

    private func record(
        _ token: DefaultHistoryToken?,
        _ bounds: inout HistoryTokenBounds,
        _ isLowerBound: Bool
    ) {
        if let token { bounds.record(token, isLowerBound: isLowerBound) }
    }
}
