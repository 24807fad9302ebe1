// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension PredicateGenerator {
    /// Generates a field of a struct of the model; nil if there is none of the type.
    func field<T: Sampled, M: SampledModel>(_ type: T.Type, _ model: Erased<M>) -> Erased<T>? {
        if let origin = pick(Origin.self, model), random.chance(2) {
            if let field = pick(type, in: origin), random.chance(2) { return field }
            return pick(type, in: Make.build_KeyPath(root: origin, keyPath: \Origin.spot))
        }
        return pick(Spot.self, model).flatMap { pick(type, in: $0) }
    }

    /// Generates a field of an optional struct, or an optional field; nil if there is none of the
    /// type.
    func optionalField<T: Sampled, M: SampledModel>(
        _ type: T.Type,
        _ model: Erased<M>
    ) -> Erased<T?>? {
        switch random.below(5) {
        case 0:
            if let origin = pick(Origin.self, model) { return pick(T?.self, in: origin) }
        case 1:
            if let origin = pick(Origin?.self, model) {
                return chained(type, origin) { Make.build_KeyPath(root: $0, keyPath: \.spot) }
            }
        case 2:
            if let origin = pick(Origin?.self, model) { return chained(type, origin) }
        case 3:
            if let origin = pick(Origin.self, model) {
                return chained(
                    type,
                    Erased(Make.build_KeyPath(root: origin, keyPath: \Origin.former))
                )
            }
        default: break
        }
        return pick(Spot?.self, model).flatMap { chained(type, $0) }
    }

    /// Generates a comparison of structs or of a struct with nil; nil if the model has no structs.
    func structs<M: SampledModel>(_ model: Erased<M>) -> Erased<Bool>? {
        if random.chance(3), let condition = structElements(model) { return condition }
        if random.chance(2) {
            return equality(Origin.self, model) ?? optionalEquality(Origin.self, model)
        }
        if let origin = pick(Origin?.self, model), random.chance(4) {
            let former = Make.build_flatMap(origin) {
                Make.build_KeyPath(root: $0, keyPath: \Origin.former)
            }
            return Erased(Make.build_Equal(lhs: former, rhs: Make.NilLiteral<Spot>()))
        }
        if let origin = pick(Origin.self, model), random.chance(3) {
            let spot = Make.build_KeyPath(root: origin, keyPath: \Origin.spot)
            return Erased(
                Make.build_Equal(lhs: spot, rhs: Make.build_Arg(random.pick(Spot.samples)))
            )
        }
        return optionalEquality(Spot.self, model) ?? equality(Spot.self, model)
    }

    private func equality<S: SampledStruct, M: SampledModel>(
        _ type: S.Type,
        _ model: Erased<M>
    ) -> Erased<Bool>? {
        guard let left = pick(type, model) else { return nil }
        let right =
            random.chance(3)
            ? pick(type, model) ?? left : Erased(Make.build_Arg(random.pick(S.samples)))
        return random.chance(2)
            ? Erased(Make.build_Equal(lhs: left, rhs: right))
            : Erased(Make.build_NotEqual(lhs: left, rhs: right))
    }

    private func optionalEquality<S: SampledStruct, M: SampledModel>(
        _ type: S.Type,
        _ model: Erased<M>
    ) -> Erased<Bool>? {
        guard let left = pick(S?.self, model) else { return nil }
        let right: Erased<S?> =
            switch random.below(3) {
            case 0: Erased(Make.NilLiteral<S>())
            case 1: pick(S?.self, model) ?? left
            default: Erased(Make.build_Arg(random.maybe(S.samples)))
            }
        return random.chance(2)
            ? Erased(Make.build_Equal(lhs: left, rhs: right))
            : Erased(Make.build_NotEqual(lhs: left, rhs: right))
    }

    // MARK: Key paths

    private func pick<T, M: SampledModel>(_ type: T.Type, _ model: Erased<M>) -> Erased<T>? {
        let paths = M.paths(to: type)
        guard !paths.isEmpty else { return nil }
        return Erased(Make.build_KeyPath(root: model, keyPath: random.pick(paths)))
    }

    private func pick<T, E: PredicateExpression>(_ type: T.Type, in structure: E) -> Erased<T>?
    where E.Output: SampledStruct {
        let paths = E.Output.paths(to: type)
        guard !paths.isEmpty else { return nil }
        return Erased(Make.build_KeyPath(root: structure, keyPath: random.pick(paths)))
    }

    private func chained<T: Sampled, S: SampledStruct>(
        _ type: T.Type,
        _ structure: Erased<S?>
    ) -> Erased<T?>? {
        chained(type, structure) { $0 }
    }

    /// Generates a field of a struct to which an optional struct leads.
    private func chained<T: Sampled, S: SampledStruct, E: PredicateExpression>(
        _ type: T.Type,
        _ structure: Erased<S?>,
        _ step: (Make.Variable<S>) -> E
    ) -> Erased<T?>? where E.Output: SampledStruct {
        let (paths, optionals) = (E.Output.paths(to: T.self), E.Output.paths(to: T?.self))
        if !optionals.isEmpty, paths.isEmpty || random.chance(2) {
            let path = random.pick(optionals)
            return Erased(
                Make.build_flatMap(structure) {
                    Make.build_KeyPath(root: step($0), keyPath: path)
                }
            )
        }
        guard !paths.isEmpty else { return nil }
        let path = random.pick(paths)
        return Erased(
            Make.build_flatMap(structure) { Make.build_KeyPath(root: step($0), keyPath: path) }
        )
    }
}
