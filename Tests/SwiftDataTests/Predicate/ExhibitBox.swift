// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Creates containers with random exhibits of all classes.
enum ExhibitBox {
    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Exhibit.self,
            Painting.self,
            Mural.self,
            Sculpture.self,
            Gallery.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    /// Returns a context with saved exhibits, or with saved, new, changed and deleted ones.
    static func context(seed: UInt64, hasUnsavedChanges: Bool) throws -> ModelContext {
        let context = ModelContext(try container())
        fill(context, seed: seed, count: 32)
        try context.save()
        guard hasUnsavedChanges else { return ModelContext(context.container) }
        fill(context, seed: seed + 1, count: 16, first: 32)
        try change(context, seed: seed)
        return context
    }

    private static func fill(
        _ context: ModelContext,
        seed: UInt64,
        count: Int,
        first: Int = 0
    ) {
        var random = SeededRandom(seed: seed)
        let galleries = (0..<4).map { _ in
            let gallery = Gallery(name: random.pick(String.samples))
            context.insert(gallery)
            gallery.floor = random.maybe(Int.samples)
            gallery.entrance = random.maybe(Spot.samples)
            return gallery
        }
        var paintings: [Painting] = []
        for serial in first..<(first + count) {
            let exhibit: Exhibit =
                switch random.below(4) {
                case 0: Exhibit(serial: serial)
                case 1: Painting(serial: serial)
                case 2: Mural(serial: serial)
                default: Sculpture(serial: serial)
                }
            context.insert(exhibit)
            randomize(exhibit, &random)
            exhibit.gallery = random.maybe(galleries)
            if let painting = exhibit as? Painting { paintings.append(painting) }
        }
        for gallery in galleries where !paintings.isEmpty {
            gallery.highlight = random.maybe(paintings)
        }
    }

    /// Deletes some exhibits, changes others and moves some to another gallery.
    private static func change(_ context: ModelContext, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let galleries = try context.fetch(FetchDescriptor<Gallery>())
        // Until the save, a relationship without an inverse leads to a deleted model, which queries
        // leave out.
        let kept = Set(galleries.compactMap(\.highlight).map(ObjectIdentifier.init))
        for exhibit in try context.fetch(FetchDescriptor<Exhibit>()) {
            switch random.below(5) {
            case 0 where !kept.contains(ObjectIdentifier(exhibit)): context.delete(exhibit)
            case 1: randomize(exhibit, &random)
            case 2: exhibit.gallery = random.maybe(galleries)
            case 3: exhibit.origin.spot = random.pick(Spot.samples)
            default: break
            }
        }
    }

    private static func randomize(_ exhibit: Exhibit, _ random: inout SeededRandom) {
        exhibit.name = random.pick(String.samples)
        exhibit.label = random.maybe(String.samples)
        exhibit.level = random.pick(Level.samples)
        exhibit.optionalLevel = random.maybe(Level.samples)
        exhibit.number = random.pick(Int.samples)
        exhibit.optionalNumber = random.maybe(Int.samples)
        exhibit.weight = random.pick([0, 0.1, 0.3, -2, .infinity])
        exhibit.isOnLoan = random.chance(2)
        exhibit.origin = random.pick(Origin.samples)
        exhibit.loan = random.maybe(Origin.samples)
        exhibit.owners = random.some(Origin.samples)
        exhibit.spotsByName = random.maybe([[:], ["a": Spot.samples[1]], ["b": Spot.samples[4]]])
        if let painting = exhibit as? Painting {
            painting.artist = random.pick(String.samples)
            painting.style = random.maybe(Grade.samples)
            painting.width = random.pick(Int.samples)
            painting.frame = random.maybe(Spot.samples)
        }
        if let mural = exhibit as? Mural {
            mural.wall = random.pick(Spot.samples)
            mural.pigment = random.maybe(String.samples)
            mural.optionalWidth = random.maybe(Int.samples)
        }
        if let sculpture = exhibit as? Sculpture {
            sculpture.width = random.maybe(String.samples)
            sculpture.material = random.pick(Level.samples)
            sculpture.base = random.pick(Spot.samples)
        }
    }
}
