// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Compares SQLite's results for random predicates over random rows with those of `evaluate`.
@Suite struct PredicateDifferentialTests {
    private static let isLong = ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil
    private static let predicatesPerSeed =
        ProcessInfo.processInfo.environment["PREDICATE_COUNT"].flatMap(Int.init)
        ?? (isLong ? 1_000 : 90)

    @Test(arguments: 1...UInt64(6))
    func storeAgreesWithEvaluateOnSavedRows(seed: UInt64) throws {
        let container = try SpecimenBox.container()
        let writer = ModelContext(container)
        SpecimenBox.fill(writer, seed: seed, count: 50)
        try writer.save()
        try compare(in: ModelContext(container), seed: seed)
    }

    @Test(arguments: 101...UInt64(103))
    func storeAgreesWithEvaluateOnPendingRows(seed: UInt64) throws {
        let context = ModelContext(try SpecimenBox.container())
        SpecimenBox.fill(context, seed: seed, count: 30)
        try context.save()
        SpecimenBox.fill(context, seed: seed + 1, count: 20, first: 30)
        SpecimenBox.change(context, seed: seed)
        #expect(context.hasChanges)
        try compare(in: context, seed: seed)
    }

    @Test(arguments: 301...UInt64(303), [false, true])
    func storeAgreesWithEvaluateOnClassesWithStructs(seed: UInt64, isPending: Bool) throws {
        let context = try ExhibitBox.context(seed: seed, hasUnsavedChanges: isPending)
        let generator = PredicateGenerator(seed: seed)
        let count = Self.predicatesPerSeed / 3
        var selective = try compare(Exhibit.self, in: context, generator, count)
        selective += try compare(Painting.self, in: context, generator, count)
        selective += try compare(Mural.self, in: context, generator, count)
        selective += try compare(Sculpture.self, in: context, generator, count)
        selective += try compare(Gallery.self, in: context, generator, count)
        #expect(selective > count)
        #expect(context.hasChanges == isPending)
    }

    @Test(arguments: 401...UInt64(403), [false, true])
    func templatesAgreeWithEvaluateOnOtherValues(seed: UInt64, isPending: Bool) throws {
        let context = ModelContext(try SpecimenBox.container())
        SpecimenBox.fill(context, seed: seed, count: 30)
        try context.save()
        if isPending {
            SpecimenBox.fill(context, seed: seed + 1, count: 20, first: 30)
            SpecimenBox.change(context, seed: seed)
        }
        let generator = try generator(in: context, seed: seed)
        let templates = Set(
            try (0..<Self.predicatesPerSeed).compactMap { _ in
                let descriptor = FetchDescriptor(predicate: generator.predicate(of: Specimen.self))
                _ = try context.fetch(descriptor)
                return try context.graph.fetcher.query(
                    descriptor,
                    outline: descriptor.outline
                )
                .template
            }
        )
        if Accelerators.areUsed { #expect(templates.count > Self.predicatesPerSeed / 4) }
        try compare(in: context, seed: seed, shift: 1)
        try compare(in: context, seed: seed, shift: 2)
    }

    @Test(arguments: 501...UInt64(502), [false, true])
    func fetchesWithoutTemplatesReturnTheSameRows(seed: UInt64, isPending: Bool) throws {
        let context = ModelContext(try SpecimenBox.container())
        SpecimenBox.fill(context, seed: seed, count: 30)
        try context.save()
        if isPending {
            SpecimenBox.fill(context, seed: seed + 1, count: 20, first: 30)
            SpecimenBox.change(context, seed: seed)
        }
        let generator = try generator(in: context, seed: seed)
        let fetcher = context.graph.fetcher
        let templates = fetcher.translator
        for _ in 0..<Self.predicatesPerSeed {
            let descriptor = FetchDescriptor(predicate: generator.predicate(of: Specimen.self))
            fetcher.translator = fetcher.descriptorTranslator
            let expected = try context.fetchIdentifiers(descriptor)
            fetcher.translator = templates
            #expect(try context.fetchIdentifiers(descriptor) == expected)
        }
    }

    private func generator(in context: ModelContext, seed: UInt64) throws -> PredicateGenerator {
        PredicateGenerator(
            seed: seed,
            identifiers: try context.fetch(FetchDescriptor<Specimen>()).map(\.persistentModelID),
            shelves: try context.fetch(FetchDescriptor<Shelf>()).map(\.persistentModelID)
        )
    }

    private func compare(in context: ModelContext, seed: UInt64, shift: Int = 0) throws {
        let generator = try generator(in: context, seed: seed)
        generator.random.shift = shift
        let count = Self.predicatesPerSeed
        // Predicates that match all rows or none would prove little.
        #expect(try compare(Specimen.self, in: context, generator, count) > count / 4)
    }

    /// Compares the results of random predicates, and returns the number of those that match some
    /// of the models.
    private func compare<M: SampledModel>(
        _ model: M.Type,
        in context: ModelContext,
        _ generator: PredicateGenerator,
        _ count: Int
    ) throws -> Int {
        let rows = try context.fetch(FetchDescriptor<M>())
        var pairs = 0
        var selective = 0
        for number in 0..<count {
            let predicate = generator.predicate(of: M.self)
            let matches = Set(
                try context.fetch(FetchDescriptor(predicate: predicate)).map(ObjectIdentifier.init)
            )
            if !matches.isEmpty, matches.count < rows.count { selective += 1 }
            var wrong: [Int] = []
            for (position, row) in rows.enumerated() {
                // Where `evaluate` throws (unwrapping nil), the store may return either result.
                guard let expected = try? predicate.evaluate(row) else { continue }
                pairs += 1
                if matches.contains(ObjectIdentifier(row)) != expected { wrong.append(position) }
            }
            #expect(
                wrong.isEmpty,
                "\(M.self), predicate \(number), rows \(wrong): \(context.sql(predicate))"
            )
        }
        // Six seeds produce more than 20,000 pairs, in the long tests more than 240,000.
        #expect(pairs > rows.count * count * 4 / 5)
        return selective
    }
}
