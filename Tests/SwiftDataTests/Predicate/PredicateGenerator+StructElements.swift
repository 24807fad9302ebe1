// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension PredicateGenerator {
    /// Generates a condition on structs in a collection; nil if the model has none.
    func structElements<M: SampledModel>(_ model: Erased<M>) -> Erased<Bool>? {
        if random.chance(3), let path = M.paths(to: [String: Spot]?.self).first {
            return entry(Erased(Make.build_KeyPath(root: model, keyPath: path)))
        }
        guard let path = M.paths(to: [Origin].self).first else { return nil }
        let owners = Make.build_KeyPath(root: model, keyPath: path)
        switch random.below(4) {
        case 0: return Erased(Make.build_contains(owners) { self.condition($0) })
        case 1: return Erased(Make.build_allSatisfy(owners) { self.condition($0) })
        case 2:
            let some = Make.build_filter(owners) { self.condition($0) }
            let count = Make.build_KeyPath(root: some, keyPath: \[Origin].count)
            let number = Make.build_Arg(random.below(3))
            return Erased(Make.build_Comparison(lhs: count, rhs: number, op: .greaterThan))
        default:
            let first = Make.build_KeyPath(root: owners, keyPath: \[Origin].first)
            let year = Make.build_flatMap(first) {
                Make.build_KeyPath(root: $0, keyPath: \Origin.year)
            }
            let other = Make.build_Arg(random.maybe(Origin.samples)?.year)
            return Erased(Make.build_Equal(lhs: year, rhs: other))
        }
    }

    /// Generates a condition on a struct in a dictionary.
    private func entry(_ spots: Erased<[String: Spot]?>) -> Erased<Bool> {
        let key = Make.build_Arg(random.pick(["a", "b"]))
        let result = Make.build_flatMap(spots) { spots in
            Make.build_flatMap(Make.build_subscript(spots, key)) {
                Make.build_KeyPath(root: $0, keyPath: \Spot.level)
            }
        }
        let level = Make.build_Arg(random.maybe(Level.samples))
        return random.chance(2)
            ? Erased(Make.build_Equal(lhs: result, rhs: level))
            : Erased(Make.build_NotEqual(lhs: result, rhs: level))
    }

    /// Generates a condition on one struct.
    private func condition(_ element: Make.Variable<Origin>) -> Erased<Bool> {
        let spot = Make.build_KeyPath(root: element, keyPath: \Origin.spot)
        let former = Make.build_KeyPath(root: element, keyPath: \Origin.former)
        switch random.below(9) {
        case 0: return comparison(Make.build_KeyPath(root: element, keyPath: \.city))
        case 1: return comparison(Make.build_KeyPath(root: element, keyPath: \.year))
        case 2: return comparison(Make.build_KeyPath(root: element, keyPath: \.price))
        case 3: return equality(Make.build_KeyPath(root: element, keyPath: \.region))
        case 4: return equality(Make.build_KeyPath(root: element, keyPath: \.grade))
        case 5: return equality(Make.build_KeyPath(root: element, keyPath: \.found))
        case 6: return comparison(Make.build_KeyPath(root: spot, keyPath: \.height))
        case 7: return Erased(Make.build_KeyPath(root: spot, keyPath: \.isOpen))
        default:
            return equality(
                Make.build_flatMap(former) { Make.build_KeyPath(root: $0, keyPath: \.room) }
            )
        }
    }

    private func comparison<E: PredicateExpression>(_ field: E) -> Erased<Bool>
    where E.Output: Sampled & Comparable {
        let other = Make.build_Arg(random.pick(E.Output.samples))
        return random.chance(2)
            ? Erased(Make.build_Equal(lhs: field, rhs: other))
            : Erased(Make.build_Comparison(lhs: field, rhs: other, op: .lessThan))
    }

    private func equality<E: PredicateExpression, T: Sampled>(_ field: E) -> Erased<Bool>
    where E.Output == T? {
        let other = Make.build_Arg(random.maybe(T.samples))
        return random.chance(2)
            ? Erased(Make.build_Equal(lhs: field, rhs: other))
            : Erased(Make.build_NotEqual(lhs: field, rhs: other))
    }
}
