// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Synchronization

/// The types of predicate expressions that can be described.
///
/// Avoids looking up the conformance of the same type again.
final class DescribedTypes: Sendable {
    /// The conformance of a type; nil for a type that cannot be described.
    private struct Conformance: @unchecked Sendable {
        // Unchecked, because the conformances belong to no actor.

        let type: (any DescribedExpression.Type)?
    }

    /// The number of types in a generation.
    private static let limit = 256

    private let conformances = Mutex(RecentEntries<ObjectIdentifier, Conformance>(limit: limit))

    /// Adds an expression to an outline; returns whether it can be described.
    func describe<P: PredicateExpression>(
        _ expression: P,
        in outline: inout PredicateOutline
    ) -> Bool {
        func open<E: DescribedExpression>(_ type: E.Type) {
            withUncheckedCast(expression, to: type) { $0.describe(in: &outline) }
        }
        guard let type = conformance(of: P.self).type else { return false }
        open(type)
        return true
    }

    private func conformance(of type: any PredicateExpression.Type) -> Conformance {
        let key = ObjectIdentifier(type)
        if let known = conformances.withLock({ $0.value(for: key) }) { return known }
        let found = Conformance(type: type as? any DescribedExpression.Type)
        conformances.withLock { $0.insert(found, for: key) }
        return found
    }
}
