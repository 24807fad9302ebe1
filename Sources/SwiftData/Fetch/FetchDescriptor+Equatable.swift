// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension FetchDescriptor: Equatable {
    /// Whether both fetch the same models in the same way.
    ///
    /// Two predicates are equal when they ask a store the same, with the same captured values. One that
    /// no store can answer equals only its copies.
    public static func == (lhs: FetchDescriptor<T>, rhs: FetchDescriptor<T>) -> Bool {
        lhs.fetchLimit == rhs.fetchLimit && lhs.fetchOffset == rhs.fetchOffset
            && lhs.includePendingChanges == rhs.includePendingChanges
            && lhs.sortBy == rhs.sortBy && lhs.propertiesToFetch == rhs.propertiesToFetch
            && lhs.relationshipKeyPathsForPrefetching == rhs.relationshipKeyPathsForPrefetching
            && isSameQuestion(lhs.predicate, rhs.predicate)
    }

    private static func isSameQuestion(_ lhs: Predicate<T>?, _ rhs: Predicate<T>?) -> Bool {
        guard let lhs, let rhs else { return lhs == nil && rhs == nil }
        // Each predicate that is made has a variable of its own, which copies share.
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

/// Stands for the keys of models where there is no store to look them up in.
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
