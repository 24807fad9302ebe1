// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData

/// A condition on entries that can be combined with others into a predicate.
///
/// A single `#Predicate` with a branch for every optional criterion would prevent SQLite from
/// choosing an index, so only the criteria in use become part of the predicate.
struct EntryCondition {
    typealias Variable = PredicateExpressions.Variable<Entry>
    typealias Expression = any StandardPredicateExpression<Bool>

    let predicate: Predicate<Entry>

    init(_ expression: (Variable) -> Expression) { predicate = Predicate(expression) }

    private init(_ predicate: Predicate<Entry>) { self.predicate = predicate }

    /// Returns a predicate for the conjunction of conditions.
    static func predicate(_ conditions: [EntryCondition]) -> Predicate<Entry> {
        all(conditions).predicate
    }

    /// Returns the conjunction of conditions, which is true for none.
    static func all(_ conditions: [EntryCondition]) -> EntryCondition {
        guard conditions.count != 1 else { return conditions[0] }
        return EntryCondition(Predicate(all: conditions.map(\.predicate)))
    }

    /// Returns the disjunction of conditions, which is false for none.
    static func any(_ conditions: [EntryCondition]) -> EntryCondition {
        guard conditions.count != 1 else { return conditions[0] }
        return EntryCondition(Predicate(any: conditions.map(\.predicate)))
    }

    /// Returns the negation of a condition.
    static func not(_ condition: EntryCondition) -> EntryCondition {
        EntryCondition { entry in
            PredicateExpressions.build_Negation(
                PredicateExpressions.build_evaluate(condition.predicate, entry)
            )
        }
    }

    /// The condition in a form that cannot use an index.
    ///
    /// SQLite has no statistics on the values. For example, it would prefer the index on
    /// `isTrashed`, which almost all entries share, even to a handful of given rows.
    var withoutIndex: EntryCondition { .not(.not(self)) }
}

extension EntryCondition {
    /// The comparison operators.
    enum Order {
        case before
        case upTo
        case from
        case after
    }

    /// Returns the condition that a property compares with a value as `order` specifies.
    static func compare<Value: Comparable & Codable & Sendable>(
        _ property: any (KeyPath<Entry, Value> & Sendable),
        _ order: Order,
        to value: Value
    ) -> EntryCondition {
        EntryCondition { entry in
            let left = PredicateExpressions.build_KeyPath(root: entry, keyPath: property)
            let right = PredicateExpressions.build_Arg(value)
            return switch order {
            case .before:
                PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThan)
            case .upTo:
                PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .lessThanOrEqual)
            case .from:
                PredicateExpressions.build_Comparison(
                    lhs: left,
                    rhs: right,
                    op: .greaterThanOrEqual
                )
            case .after:
                PredicateExpressions.build_Comparison(lhs: left, rhs: right, op: .greaterThan)
            }
        }
    }

    /// Returns the condition that a property equals a value.
    static func equal<Value: Equatable & Codable & Sendable>(
        _ property: any (KeyPath<Entry, Value> & Sendable),
        _ value: Value
    ) -> EntryCondition {
        EntryCondition { entry in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: entry, keyPath: property),
                rhs: PredicateExpressions.build_Arg(value)
            )
        }
    }

    /// Returns the condition that an entry was moved to the trash before an instant.
    static func isTrashed(before date: Date) -> EntryCondition {
        EntryCondition { entry in
            PredicateExpressions.build_Comparison(
                lhs: PredicateExpressions.build_ForcedUnwrap(
                    PredicateExpressions.build_KeyPath(root: entry, keyPath: \.trashedAt)
                ),
                rhs: PredicateExpressions.build_Arg(date),
                op: .lessThan
            )
        }
    }

    /// Returns the condition that an entry is one of the given ones.
    static func isAmong(_ identifiers: [PersistentIdentifier]) -> EntryCondition {
        EntryCondition { entry in
            PredicateExpressions.build_contains(
                PredicateExpressions.build_Arg(identifiers),
                PredicateExpressions.build_KeyPath(root: entry, keyPath: \.persistentModelID)
            )
        }
    }

    /// Returns the condition that an entry is in a notebook.
    ///
    /// It compares the identifier, which is stored in the entry's row and indexed together with the
    /// creation time.
    static func isIn(notebook: PersistentIdentifier) -> EntryCondition {
        EntryCondition { entry in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_flatMap(
                    PredicateExpressions.build_KeyPath(root: entry, keyPath: \.notebook)
                ) { PredicateExpressions.build_KeyPath(root: $0, keyPath: \.persistentModelID) },
                rhs: PredicateExpressions.build_Arg(notebook)
            )
        }
    }

    /// Returns the condition that the text of an entry matches a full-text query.
    static func matches(_ query: FullTextQuery) -> EntryCondition {
        EntryCondition { PredicateExpressions.FullTextMatch(model: $0, query: query) }
    }

    /// The condition that no entry meets.
    static var never: EntryCondition {
        EntryCondition { _ in PredicateExpressions.build_Arg(false) }
    }

    /// Returns the condition that an entry has a tag.
    static func has(tag: PersistentIdentifier) -> EntryCondition {
        EntryCondition { entry in
            PredicateExpressions.build_contains(
                PredicateExpressions.build_KeyPath(root: entry, keyPath: \.tags)
            ) {
                PredicateExpressions.build_Equal(
                    lhs: PredicateExpressions.build_KeyPath(root: $0, keyPath: \.persistentModelID),
                    rhs: PredicateExpressions.build_Arg(tag)
                )
            }
        }
    }
}
