// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Generates random predicates from Foundation's expressions.
final class PredicateGenerator {
    typealias Make = PredicateExpressions

    private static let types: [any Sampled.Type] = [
        Bool.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
        UInt16.self, UInt32.self, UInt64.self, Float.self, Double.self, Decimal.self, String.self,
        String.self, String.self, Date.self, UUID.self, URL.self, Data.self, Level.self, Grade.self,
        Double.self, Int.self,
    ]

    var random: SeededRandom
    /// Identifiers for capture in predicates.
    let identifiers: [PersistentIdentifier]
    /// Identifiers of models that specimens refer to.
    let shelves: [PersistentIdentifier]

    init(
        seed: UInt64,
        identifiers: [PersistentIdentifier] = [],
        shelves: [PersistentIdentifier] = []
    ) {
        random = SeededRandom(seed: seed)
        self.identifiers = identifiers
        self.shelves = shelves
    }

    func predicate<M: SampledModel>(of model: M.Type = Specimen.self) -> Predicate<M> {
        Predicate { self.condition(Erased($0), 3) }
    }

    // MARK: Conditions

    func condition<M: SampledModel>(_ model: Erased<M>, _ depth: Int) -> Erased<Bool> {
        guard depth > 0 else { return comparison(model, 0) }
        switch random.below(14) {
        case 0:
            return Erased(
                Make.build_Conjunction(
                    lhs: condition(model, depth - 1),
                    rhs: condition(model, depth - 1)
                )
            )
        case 1:
            return Erased(
                Make.build_Disjunction(
                    lhs: condition(model, depth - 1),
                    rhs: condition(model, depth - 1)
                )
            )
        case 2: return Erased(Make.build_Negation(condition(model, depth - 1)))
        case 3:
            return Erased(
                Make.build_Conditional(
                    condition(model, depth - 1),
                    condition(model, depth - 1),
                    condition(model, depth - 1)
                )
            )
        case 4, 5: return relationship(model, depth) ?? text(model, depth)
        case 6: return text(model, depth)
        case 7:
            let type = random.pick(Self.types)
            return membership(type, model, depth)
        case 8: return range(model, depth)
        case 9, 10: return collection(model, depth) ?? comparison(model, depth)
        default: return comparison(model, depth)
        }
    }

    private func comparison<M: SampledModel>(_ model: Erased<M>, _ depth: Int) -> Erased<Bool> {
        let type = random.pick(Self.types)
        switch random.below(4) {
        case 0: return optionalEquality(type, model, depth)
        case 1: return equality(type, model, depth)
        default:
            guard let type = type as? any (Sampled & Comparable).Type else {
                return equality(type, model, depth)
            }
            return order(type, model, depth)
        }
    }

    private func equality<T: Sampled, M: SampledModel>(
        _ type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Bool> {
        let (left, right) = (value(type, model, depth), value(type, model, depth - 1))
        return random.chance(2)
            ? Erased(Make.build_Equal(lhs: left, rhs: right))
            : Erased(Make.build_NotEqual(lhs: left, rhs: right))
    }

    private func optionalEquality<T: Sampled, M: SampledModel>(
        _ type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Bool> {
        let left = optional(type, model, depth)
        let right =
            random.chance(3) ? Erased(Make.NilLiteral<T>()) : optional(type, model, depth - 1)
        return random.chance(2)
            ? Erased(Make.build_Equal(lhs: left, rhs: right))
            : Erased(Make.build_NotEqual(lhs: left, rhs: right))
    }

    private func order<T: Sampled & Comparable, M: SampledModel>(
        _ type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Bool> {
        let (left, right) = (value(type, model, depth), value(type, model, depth - 1))
        let operation = random.pick([
            Make.ComparisonOperator.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
        ])
        return Erased(Make.build_Comparison(lhs: left, rhs: right, op: operation))
    }

    private func membership<T: Sampled, M: SampledModel>(
        _ type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<Bool> {
        let count = random.pick([0, 1, 2, 3, 7, 20])
        if random.chance(3) {
            let values = (0..<count).map { _ in random.maybe(T.samples) }
            return Erased(Make.build_contains(Make.build_Arg(values), optional(type, model, depth)))
        }
        let values = (0..<count).map { _ in random.pick(T.samples) }
        return Erased(Make.build_contains(Make.build_Arg(values), value(type, model, depth)))
    }

    private func range<M: SampledModel>(_ model: Erased<M>, _ depth: Int) -> Erased<Bool> {
        func range<T: Sampled & Comparable>(_ type: T.Type) -> Erased<Bool> {
            let ends = [random.pick(T.samples), random.pick(T.samples)].sorted()
            let value = value(type, model, depth)
            guard ends[0] <= ends[1] else {
                return Erased(Make.build_Equal(lhs: value, rhs: value))
            }
            switch random.below(4) {
            case 0: return Erased(Make.build_contains(Make.build_Arg(ends[0]..<ends[1]), value))
            case 1: return Erased(Make.build_contains(Make.build_Arg(ends[0]...ends[1]), value))
            case 2: return Erased(Make.build_contains(Make.build_Arg(ends[0]...), value))
            default:
                let bounds = Make.build_ClosedRange(
                    lower: Make.build_Arg(ends[0]),
                    upper: Make.build_Arg(ends[1])
                )
                return Erased(Make.build_contains(bounds, value))
            }
        }
        let types: [any (Sampled & Comparable).Type] = [
            Int.self, Int8.self, UInt64.self, Int64.self, Double.self, Float.self, Decimal.self,
            String.self, Date.self, UUID.self, Level.self,
        ]
        let type = random.pick(types)
        return range(type)
    }

    private func text<M: SampledModel>(_ model: Erased<M>, _ depth: Int) -> Erased<Bool> {
        let base = value(String.self, model, depth - 1)
        let other = value(String.self, model, 0)
        switch random.below(6) {
        case 0: return Erased(Make.build_contains(base, other))
        case 1: return Erased(Make.build_starts(base, with: other))
        case 2: return Erased(Make.build_localizedStandardContains(base, other))
        case 3: return Erased(Make.build_KeyPath(root: base, keyPath: \String.isEmpty))
        case 4:
            let character: Character? = random.pick(String.samples).first
            let end = random.chance(2) ? \String.first : \String.last
            return Erased(
                Make.build_Equal(
                    lhs: Make.build_KeyPath(root: base, keyPath: end),
                    rhs: Make.build_Arg(character)
                )
            )
        default:
            let result = random.pick([
                ComparisonResult.orderedSame, .orderedAscending, .orderedDescending,
            ])
            let comparison = Make.build_caseInsensitiveCompare(base, other)
            return Erased(Make.build_Equal(lhs: comparison, rhs: Make.build_Arg(result)))
        }
    }

    // MARK: Values

    func leaf<T: Sampled, M: SampledModel>(_ type: T.Type, _ model: Erased<M>) -> Erased<T> {
        let paths = M.paths(to: T.self)
        if M.hasStructs, random.chance(2), let field = field(type, model) { return field }
        guard !paths.isEmpty, !random.chance(4) else {
            return Erased(Make.build_Arg(random.sample(T.samples)))
        }
        return Erased(Make.build_KeyPath(root: model, keyPath: random.pick(paths)))
    }

    func value<T: Sampled, M: SampledModel>(_ type: T.Type, _ model: Erased<M>, _ depth: Int)
        -> Erased<T>
    {
        guard depth > 0 else { return leaf(type, model) }
        switch random.below(10) {
        case 0:
            return Erased(
                Make.build_Conditional(
                    condition(model, depth - 1),
                    value(type, model, depth - 1),
                    value(type, model, depth - 1)
                )
            )
        case 1, 2:
            return Erased(
                Make.build_NilCoalesce(
                    lhs: optional(type, model, depth - 1),
                    rhs: value(type, model, depth - 1)
                )
            )
        case 3: return Erased(Make.build_ForcedUnwrap(optional(type, model, depth - 1)))
        case 4, 5: return T.special(self, model, depth) ?? leaf(type, model)
        default: return leaf(type, model)
        }
    }

    func optional<T: Sampled, M: SampledModel>(_ type: T.Type, _ model: Erased<M>, _ depth: Int)
        -> Erased<T?>
    {
        let paths = M.paths(to: T?.self)
        if M.hasStructs, random.chance(3), let field = optionalField(type, model) { return field }
        switch random.below(8) {
        case 0: return Erased(Make.build_Arg(random.maybeSample(T.samples)))
        case 1 where depth > 0:
            let source = random.pick(Self.types)
            return mapped(source, to: type, model, depth)
        case 2 where depth > 0:
            return Erased(
                Make.build_Conditional(
                    condition(model, depth - 1),
                    optional(type, model, depth - 1),
                    optional(type, model, depth - 1)
                )
            )
        case 3, 4, 5:
            if let result = throughRelationship(type, model, depth) { return result }
            fallthrough
        default:
            guard !paths.isEmpty else {
                return Erased(Make.build_Arg(random.maybeSample(T.samples)))
            }
            return Erased(Make.build_KeyPath(root: model, keyPath: random.pick(paths)))
        }
    }

    /// Generates an optional that is nil when a value of another type is.
    private func mapped<U: Sampled, T: Sampled, M: SampledModel>(
        _ from: U.Type,
        to type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<T?> {
        let wrapped = optional(from, model, depth - 1)
        if U.self == T.self, let wrapped = wrapped as? Erased<T?> {
            return Erased(
                Make.build_flatMap(wrapped) { variable -> Erased<T> in
                    random.chance(2)
                        ? Erased(variable)
                        : Erased(
                            Make.build_Conditional(
                                Make.build_Equal(
                                    lhs: variable,
                                    rhs: Make.build_Arg(random.sample(T.samples))
                                ),
                                value(type, model, depth - 1),
                                Erased(variable)
                            )
                        )
                }
            )
        }
        return Erased(
            Make.build_flatMap(wrapped) { _ -> Erased<T> in value(type, model, depth - 1) }
        )
    }
}
