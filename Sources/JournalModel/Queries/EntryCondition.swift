// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData

/// A test of an entry that can be joined with others.
///
/// `#Predicate` makes whole predicates only, and a predicate with a part for every condition that
/// somebody might have would hide from the store which of them matter. These make just what is asked.
struct EntryTest {
    typealias Variable = PredicateExpressions.Variable<Entry>
    typealias Expression = any StandardPredicateExpression<Bool>

    let expression: (Variable) -> Expression

    /// A predicate that holds when all tests do.
    static func predicate(_ tests: [EntryTest]) -> Predicate<Entry> {
        Predicate<Entry> { entry in all(tests[...], entry) }
    }

    /// The tests as a tree that is no deeper than it must be: each level is one more of its type, and
    /// of the calls that look at it.
    private static func all(_ tests: ArraySlice<EntryTest>, _ entry: Variable) -> Expression {
        guard let first = tests.first else { return always }
        guard tests.count > 1 else { return first.expression(entry) }
        let middle = tests.startIndex + tests.count / 2
        return both(all(tests[..<middle], entry), all(tests[middle...], entry))
    }

    private static var always: Expression { PredicateExpressions.build_Arg(true) }

    private static func both(
        _ left: some StandardPredicateExpression<Bool>,
        _ right: some StandardPredicateExpression<Bool>
    ) -> Expression {
        PredicateExpressions.build_Conjunction(lhs: left, rhs: right)
    }

    private static func either(
        _ left: some StandardPredicateExpression<Bool>,
        _ right: some StandardPredicateExpression<Bool>
    ) -> Expression {
        PredicateExpressions.build_Disjunction(lhs: left, rhs: right)
    }

    /// Either test holds.
    static func any(_ left: EntryTest, _ right: EntryTest) -> EntryTest {
        EntryTest { either(left.expression($0), right.expression($0)) }
    }
}

extension EntryTest {
    /// How a property compares with a value.
    enum Order {
        case before
        case upTo
        case from
        case after
    }

    /// A property compares so with a value.
    static func compare<Value: Comparable & Codable & Sendable>(
        _ property: any (KeyPath<Entry, Value> & Sendable),
        _ order: Order,
        _ value: Value
    ) -> EntryTest {
        EntryTest { entry in
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

    /// A property has a value.
    static func equal<Value: Equatable & Codable & Sendable>(
        _ property: any (KeyPath<Entry, Value> & Sendable),
        _ value: Value
    ) -> EntryTest {
        EntryTest { entry in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: entry, keyPath: property),
                rhs: PredicateExpressions.build_Arg(value)
            )
        }
    }

    /// The entry is outside the trash.
    static var isOutsideTrash: EntryTest {
        EntryTest { entry in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_KeyPath(root: entry, keyPath: \.trashedAt),
                rhs: PredicateExpressions.build_NilLiteral()
                    as PredicateExpressions.NilLiteral<Date>
            )
        }
    }

    /// The same, in words that no index answers.
    ///
    /// Nearly everything is outside the trash. SQLite does not know and takes the index on it even where
    /// a handful of rows is named.
    static var isOutsideTrashWithoutIndex: EntryTest {
        EntryTest { entry in
            PredicateExpressions.build_Negation(
                PredicateExpressions.build_NotEqual(
                    lhs: PredicateExpressions.build_KeyPath(root: entry, keyPath: \.trashedAt),
                    rhs: PredicateExpressions.build_NilLiteral()
                        as PredicateExpressions.NilLiteral<Date>
                )
            )
        }
    }

    /// The entry is in the trash: as a comparison, which an index answers, unlike a test for nil.
    static var isInTrash: EntryTest {
        EntryTest { entry in
            PredicateExpressions.build_Comparison(
                lhs: trashedAt(entry),
                rhs: PredicateExpressions.build_Arg(Date.distantPast),
                op: .greaterThan
            )
        }
    }

    /// The entry was put into the trash before an instant.
    static func isTrashed(before date: Date) -> EntryTest {
        EntryTest { entry in
            PredicateExpressions.build_Comparison(
                lhs: trashedAt(entry),
                rhs: PredicateExpressions.build_Arg(date),
                op: .lessThan
            )
        }
    }

    private static func trashedAt(
        _ entry: Variable
    ) -> PredicateExpressions.ForcedUnwrap<PredicateExpressions.KeyPath<Variable, Date?>, Date> {
        PredicateExpressions.build_ForcedUnwrap(
            PredicateExpressions.build_KeyPath(root: entry, keyPath: \.trashedAt)
        )
    }

    /// The entry is one of these.
    static func isAmong(_ identifiers: [PersistentIdentifier]) -> EntryTest {
        EntryTest { entry in
            PredicateExpressions.build_contains(
                PredicateExpressions.build_Arg(identifiers),
                PredicateExpressions.build_KeyPath(root: entry, keyPath: \.persistentModelID)
            )
        }
    }

    /// The entry is in a notebook.
    ///
    /// By the identifier, which is in the entry's own row and in an index together with the time.
    static func isIn(notebook: PersistentIdentifier) -> EntryTest {
        EntryTest { entry in
            PredicateExpressions.build_Equal(
                lhs: PredicateExpressions.build_flatMap(
                    PredicateExpressions.build_KeyPath(root: entry, keyPath: \.notebook)
                ) { PredicateExpressions.build_KeyPath(root: $0, keyPath: \.persistentModelID) },
                rhs: PredicateExpressions.build_Arg(notebook)
            )
        }
    }

    /// No entry passes.
    static var never: EntryTest { EntryTest { _ in PredicateExpressions.build_Arg(false) } }

    /// The entry has a tag.
    static func has(tag: PersistentIdentifier) -> EntryTest {
        EntryTest { entry in
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
