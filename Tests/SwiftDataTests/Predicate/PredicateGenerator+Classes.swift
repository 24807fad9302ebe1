// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension PredicateGenerator {
    private static let classes: [any SampledModel.Type] = [
        Exhibit.self, Painting.self, Mural.self, Sculpture.self,
    ]

    /// Generates a condition on the class of a model or of a related one, on models in a gallery or
    /// on structs; nil for models of other hierarchies.
    func exhibits<M: SampledModel>(_ model: Erased<M>, _ depth: Int) -> Erased<Bool>? {
        guard M.self is Exhibit.Type || M.self == Gallery.self else { return nil }
        let type = random.pick(Self.classes)
        if let gallery = model as? Erased<Gallery> {
            if random.chance(2) {
                let exhibits = Make.build_KeyPath(root: gallery, keyPath: \Gallery.exhibits)
                return some(of: Erased(exhibits), depth)
            }
            let highlight = Make.build_KeyPath(root: gallery, keyPath: \Gallery.highlight)
            return typeCheck(type, Erased(highlight))
        }
        switch random.below(4) {
        case 0: return structs(model)
        case 1:
            guard let path = M.paths(to: Gallery?.self).first else { return structs(model) }
            let gallery = Make.build_KeyPath(root: model, keyPath: path)
            let found = Make.build_flatMap(gallery) { gallery in
                self.some(
                    of: Erased(Make.build_KeyPath(root: gallery, keyPath: \Gallery.exhibits)),
                    depth
                )
            }
            return Erased(
                Make.build_NilCoalesce(lhs: found, rhs: Make.build_Arg(random.chance(2)))
            )
        default: return typeCheck(type, model)
        }
    }

    private func typeCheck<D, Value>(_ type: D.Type, _ model: Erased<Value>) -> Erased<Bool> {
        Erased(Make.TypeCheck<Erased<Value>, D>(model))
    }

    /// Generates an optional that is read from a model cast to another class, or from a gallery or
    /// its highlight; nil for models of other hierarchies.
    func throughClasses<T: Sampled, M: SampledModel>(
        _ type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<T?>? {
        guard M.self is Exhibit.Type || M.self == Gallery.self, depth > -2 else { return nil }
        if let gallery = model as? Erased<Gallery> {
            let highlight = Make.build_KeyPath(root: gallery, keyPath: \Gallery.highlight)
            return through(Erased(highlight), type, depth)
        }
        if random.chance(2), let path = M.paths(to: Gallery?.self).first {
            let gallery = Make.build_KeyPath(root: model, keyPath: path)
            return through(Erased(gallery), type, depth)
        }
        let target = random.pick(Self.classes)
        return throughCast(to: target, type, model, depth)
    }

    private func throughCast<T: Sampled, M: SampledModel, D: SampledModel>(
        to target: D.Type,
        _ type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<T?> {
        through(Erased(Make.ConditionalCast<Erased<M>, D>(model)), type, depth)
    }
}
