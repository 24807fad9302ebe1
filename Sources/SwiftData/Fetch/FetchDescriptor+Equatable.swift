// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension FetchDescriptor: Equatable {
    /// Returns whether two descriptors have equal criteria, order and options.
    ///
    /// Two predicates are equal if they translate to the same query with the same captured values.
    /// A predicate without a translation is equal only to its copies.
    public static func == (lhs: FetchDescriptor<T>, rhs: FetchDescriptor<T>) -> Bool {
        lhs.fetchLimit == rhs.fetchLimit && lhs.fetchOffset == rhs.fetchOffset
            && lhs.includePendingChanges == rhs.includePendingChanges
            && lhs.sortBy == rhs.sortBy && lhs.propertiesToFetch == rhs.propertiesToFetch
            && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
            && hasSameTranslation(lhs.predicate, rhs.predicate)
    }

    private static func hasSameTranslation(_ lhs: Predicate<T>?, _ rhs: Predicate<T>?) -> Bool {
        guard let lhs, let rhs else { return lhs == nil && rhs == nil }
        // Every new predicate has its own variable, which its copies share.
        if lhs.variable.key == rhs.variable.key { return true }
        let numbers = IdentifierNumbers()
        guard let graph = try? ResolvedSchema(Schema(T.self)),
            let entity = try? graph.entity(for: T.self),
            let left = try? PredicateTranslator()
                .translate(lhs, entity: entity, keyOf: numbers.number(of:in:)),
            let right = try? PredicateTranslator()
                .translate(rhs, entity: entity, keyOf: numbers.number(of:in:))
        else { return false }
        return left == right
    }
}

/// Assigns numbers to identifiers in place of primary keys, because there is no store.
private final class IdentifierNumbers {
    private var numbers: [PersistentIdentifier: Int64] = [:]

    func number(of identifier: PersistentIdentifier, in entity: EntityDescription) -> Int64? {
        guard identifier.entityName == entity.name else { return nil }
        if let number = numbers[identifier] { return number }
        let number = Int64(numbers.count + 1)
        numbers[identifier] = number
        return number
    }
}
