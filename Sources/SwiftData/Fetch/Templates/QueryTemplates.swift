// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// The query templates of a container, for the fetches in regular use.
///
/// A program has few kinds of fetches, but executes each many times with other values (decision
/// 0052).
final class QueryTemplates: Sendable {
    /// The parts of a descriptor that determine its template.
    struct Key: Hashable, @unchecked Sendable {
        // Unchecked, because the sort descriptors are Sendable.

        private let model: ObjectIdentifier
        private let predicate: PredicateShape
        /// The sort descriptors as the only element; nil if there are none.
        private let order: [AnyHashable]?

        init(
            _ type: any PersistentModel.Type,
            predicate: PredicateShape,
            order: [AnyHashable]?
        ) {
            model = ObjectIdentifier(type)
            self.predicate = predicate
            self.order = order
        }

        /// Returns whether the descriptor has a predicate with a structure, and no order.
        func matches(_ type: ObjectIdentifier, shape: PredicateShape) -> Bool {
            model == type && order == nil && shape.isEqual(to: predicate)
        }
    }

    /// The types of the predicates' expressions.
    let describedTypes = DescribedTypes()

    /// The number of templates in a generation.
    private static let limit = 256

    /// The templates; `nil` for a key if the translation depends on the values.
    private let templates = Mutex(RecentEntries<Key, QueryTemplate?>(limit: limit))

    /// Returns a recently used template without an order, or `nil`.
    ///
    /// A linear search avoids creating, copying and hashing a key.
    func latestTemplate(
        for type: any PersistentModel.Type,
        shape: PredicateShape
    ) -> QueryTemplate? {
        let type = ObjectIdentifier(type)
        return templates.withLock { templates in
            templates.latestValue { $0.matches(type, shape: shape) } ?? nil
        }
    }

    /// Returns the template for a key, and creates it if it is missing; `nil` if the key cannot
    /// have a template.
    func template(
        for key: Key,
        make: () throws -> QueryTemplate?
    ) rethrows -> QueryTemplate? {
        if let known = templates.withLock({ $0.value(for: key) }) { return known }
        let made = try make()
        templates.withLock { $0.insert(made, for: key) }
        return made
    }
}
