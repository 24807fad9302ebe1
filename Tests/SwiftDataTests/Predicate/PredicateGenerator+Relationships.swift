// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension PredicateGenerator {
    /// Generates an optional from a to-one relationship; nil for a model without one.
    func throughRelationship<T: Sampled, M: SampledModel>(
        _ type: T.Type,
        _ model: Erased<M>,
        _ depth: Int
    ) -> Erased<T?>? {
        switch model {
        case let specimen as Erased<Specimen>:
            let shelf = Make.build_KeyPath(root: specimen, keyPath: \Specimen.shelf)
            return through(Erased(shelf), type, depth)
        case let shelf as Erased<Shelf>:
            let region = Make.build_KeyPath(root: shelf, keyPath: \Shelf.region)
            return through(Erased(region), type, depth)
        case let piece as Erased<Piece>:
            let specimen = Make.build_KeyPath(root: piece, keyPath: \Piece.specimen)
            return through(Erased(specimen), type, depth)
        default: return throughClasses(type, model, depth)
        }
    }

    /// Generates an optional that is read from an optional model.
    func through<T: Sampled, Target: SampledModel>(
        _ target: Erased<Target?>,
        _ type: T.Type,
        _ depth: Int
    ) -> Erased<T?> {
        if random.chance(2) {
            return Erased(
                Make.build_flatMap(target) { variable -> Erased<T> in
                    value(type, Erased(variable), depth - 1)
                }
            )
        }
        return Erased(
            Make.build_flatMap(target) { variable -> Erased<T?> in
                optional(type, Erased(variable), depth - 1)
            }
        )
    }

    /// Generates a condition on related models or identity; nil for a model without relationships.
    func relationship<M: SampledModel>(_ model: Erased<M>, _ depth: Int) -> Erased<Bool>? {
        switch model {
        case let specimen as Erased<Specimen>:
            if random.chance(5) { return identity(specimen) }
            if random.chance(4) { return pieces(of: specimen, depth) }
            if random.chance(5) {
                let shelf = Make.build_KeyPath(root: specimen, keyPath: \Specimen.shelf)
                return Erased(Make.build_NotEqual(lhs: shelf, rhs: Make.NilLiteral<Shelf>()))
            }
            return some(
                of: Erased(Make.build_KeyPath(root: specimen, keyPath: \Specimen.stickers)),
                depth
            )
        case let shelf as Erased<Shelf>:
            return some(
                of: Erased(Make.build_KeyPath(root: shelf, keyPath: \Shelf.specimens)),
                depth
            )
        case let label as Erased<Sticker>:
            return some(
                of: Erased(Make.build_KeyPath(root: label, keyPath: \Sticker.specimens)),
                depth
            )
        default: return exhibits(model, depth)
        }
    }

    /// Generates a condition on related models.
    func some<Target: SampledModel>(
        of models: Erased<[Target]>,
        _ depth: Int
    ) -> Erased<Bool> {
        switch random.below(5) {
        case 0:
            return Erased(Make.build_contains(models, where: { condition(Erased($0), depth - 1) }))
        case 1: return Erased(Make.build_allSatisfy(models) { condition(Erased($0), depth - 1) })
        case 2: return Erased(Make.build_KeyPath(root: models, keyPath: \[Target].isEmpty))
        case 3:
            let filtered = Make.build_filter(models) { condition(Erased($0), depth - 1) }
            return Erased(Make.build_KeyPath(root: filtered, keyPath: \[Target].isEmpty))
        default:
            let filtered = Make.build_filter(models) { condition(Erased($0), depth - 1) }
            return Erased(
                Make.build_contains(filtered, where: { condition(Erased($0), depth - 1) })
            )
        }
    }

    private func pieces(of specimen: Erased<Specimen>, _ depth: Int) -> Erased<Bool> {
        let pieces = Make.build_KeyPath(root: specimen, keyPath: \Specimen.pieces)
        let found = Make.build_flatMap(pieces) { self.some(of: Erased($0), depth) }
        return Erased(Make.build_NilCoalesce(lhs: found, rhs: Make.build_Arg(random.chance(2))))
    }

    private func identity(_ specimen: Erased<Specimen>) -> Erased<Bool> {
        if random.chance(2) { return shelfIdentity(specimen) }
        let identifier = Make.build_KeyPath(root: specimen, keyPath: \Specimen.persistentModelID)
        if random.chance(2) {
            let some = identifiers.filter { _ in random.chance(3) }
            return Erased(Make.build_contains(Make.build_Arg(some), identifier))
        }
        return Erased(
            Make.build_Equal(lhs: identifier, rhs: Make.build_Arg(random.sample(identifiers)))
        )
    }

    private func shelfIdentity(_ specimen: Erased<Specimen>) -> Erased<Bool> {
        let shelf = Make.build_flatMap(
            Make.build_KeyPath(root: specimen, keyPath: \Specimen.shelf)
        ) { Make.build_KeyPath(root: $0, keyPath: \Shelf.persistentModelID) }
        switch random.below(4) {
        case 0:
            let some: [PersistentIdentifier?] = [nil] + shelves.filter { _ in random.chance(3) }
            return Erased(Make.build_contains(Make.build_Arg(some), shelf))
        case 1:
            // Never equal, although the keys in the store can be.
            let own = Make.build_KeyPath(root: specimen, keyPath: \Specimen.persistentModelID)
            let same = Make.build_flatMap(Make.build_Arg(Optional(true))) { _ in own }
            return Erased(Make.build_NotEqual(lhs: shelf, rhs: same))
        case 2:
            return Erased(
                Make.build_NotEqual(lhs: shelf, rhs: Make.build_Arg(random.maybeSample(shelves)))
            )
        default:
            return Erased(
                Make.build_Equal(lhs: shelf, rhs: Make.build_Arg(random.maybeSample(shelves)))
            )
        }
    }

    /// Generates a count of characters, bytes or models.
    func count<M: SampledModel>(_ model: Erased<M>, _ depth: Int) -> Erased<Int> {
        guard random.chance(2), let specimen = model as? Erased<Specimen> else {
            let text = value(String.self, model, depth - 1)
            return Erased(Make.build_KeyPath(root: text, keyPath: \String.count))
        }
        let stickers = Make.build_KeyPath(root: specimen, keyPath: \Specimen.stickers)
        if random.chance(3) {
            return Erased(Make.build_KeyPath(root: stickers, keyPath: \[Sticker].count))
        }
        if random.chance(4) {
            let data = leaf(Data.self, model)
            return Erased(Make.build_KeyPath(root: data, keyPath: \Data.count))
        }
        let filtered = Make.build_filter(stickers) { condition(Erased($0), depth - 1) }
        return Erased(Make.build_KeyPath(root: filtered, keyPath: \[Sticker].count))
    }
}
