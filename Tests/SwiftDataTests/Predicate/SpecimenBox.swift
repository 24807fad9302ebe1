// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

/// Creates containers with random specimens.
enum SpecimenBox {
    static func container() throws -> ModelContainer {
        try ModelContainer(
            for: Specimen.self,
            Shelf.self,
            Region.self,
            Sticker.self,
            Piece.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
    }

    static func fill(_ context: ModelContext, seed: UInt64, count: Int, first: Int = 0) {
        var random = SeededRandom(seed: seed)
        let regions = (0..<3).map { _ in
            Region(name: random.pick(String.samples), code: random.maybe(Int.samples))
        }
        regions.forEach { context.insert($0) }
        let shelves = (0..<6).map { _ in
            Shelf(
                name: random.pick(String.samples),
                note: random.maybe(String.samples),
                weight: random.pick(Int.samples),
                region: random.maybe(regions)
            )
        }
        shelves.forEach { context.insert($0) }
        let stickers = (0..<6).map { _ in
            Sticker(
                name: random.pick(String.samples),
                score: random.pick(Int.samples),
                isOld: random.chance(2)
            )
        }
        stickers.forEach { context.insert($0) }
        for serial in first..<(first + count) {
            let specimen = Specimen(serial: serial)
            context.insert(specimen)
            randomize(specimen, &random)
            specimen.shelf = random.maybe(shelves)
            specimen.stickers = stickers.filter { _ in random.chance(3) }
            for _ in 0..<random.below(4) {
                let piece = Piece(
                    size: random.pick(stored),
                    title: random.maybe(String.samples)
                )
                context.insert(piece)
                piece.specimen = specimen
            }
        }
    }

    /// Deletes some specimens, changes others and reassigns some of their relationships.
    static func change(_ context: ModelContext, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        guard let specimens = try? context.fetch(FetchDescriptor<Specimen>()),
            let stickers = try? context.fetch(FetchDescriptor<Sticker>()),
            let shelves = try? context.fetch(FetchDescriptor<Shelf>())
        else { return }
        for specimen in specimens {
            switch random.below(5) {
            case 0: context.delete(specimen)
            case 1: randomize(specimen, &random)
            case 2: specimen.stickers = stickers.filter { _ in random.chance(3) }
            case 3: specimen.shelf = random.maybe(shelves)
            default: break
            }
        }
    }

    /// The sample numbers that survive storage: SQLite keeps neither NaN nor the sign of zero.
    private static var stored: [Double] {
        Double.samples.filter { !$0.isNaN && !($0.isZero && $0.sign == .minus) }
    }
    private static var storedFloats: [Float] {
        Float.samples.filter { !($0.isZero && $0.sign == .minus) }
    }

    private static func randomize(_ specimen: Specimen, _ random: inout SeededRandom) {
        specimen.flag = random.pick(Bool.samples)
        specimen.optionalFlag = random.maybe(Bool.samples)
        specimen.int = random.pick(Int.samples)
        specimen.optionalInt = random.maybe(Int.samples)
        specimen.int8 = random.pick(Int8.samples)
        specimen.int16 = random.pick(Int16.samples)
        specimen.int32 = random.pick(Int32.samples)
        specimen.int64 = random.pick(Int64.samples)
        specimen.uint = random.pick(UInt.samples)
        specimen.uint8 = random.pick(UInt8.samples)
        specimen.uint16 = random.pick(UInt16.samples)
        specimen.uint32 = random.pick(UInt32.samples)
        specimen.optionalInt16 = random.maybe(Int16.samples)
        specimen.uint64 = random.pick(UInt64.samples)
        specimen.optionalUInt64 = random.maybe(UInt64.samples)
        specimen.float = random.pick(storedFloats)
        specimen.optionalFloat = random.maybe(storedFloats)
        specimen.double = random.pick(stored)
        specimen.optionalDouble = random.maybe(stored)
        specimen.decimal = random.pick(Decimal.samples)
        specimen.optionalDecimal = random.maybe(Decimal.samples)
        specimen.text = random.pick(String.samples)
        specimen.optionalText = random.maybe(String.samples)
        specimen.date = random.pick(Date.samples)
        specimen.optionalDate = random.maybe(Date.samples)
        specimen.uuid = random.pick(UUID.samples)
        specimen.optionalUUID = random.maybe(UUID.samples)
        specimen.url = random.pick(URL.samples)
        specimen.optionalURL = random.maybe(URL.samples)
        specimen.data = random.pick(Data.samples)
        specimen.optionalData = random.maybe(Data.samples)
        specimen.level = random.pick(Level.samples)
        specimen.optionalLevel = random.maybe(Level.samples)
        specimen.grade = random.pick(Grade.samples)
        specimen.flags = random.some(Bool.elements)
        specimen.numbers = Set(random.some(Int.elements))
        specimen.unsignedNumbers = random.some(UInt64.elements)
        specimen.floats = random.some(Float.elements)
        specimen.doubles = random.maybe([random.some(Double.elements)])
        specimen.decimals = random.some(Decimal.elements)
        specimen.keywords = random.some(String.elements)
        specimen.optionalKeywords = random.maybe([random.some(String.elements)])
        specimen.dates = random.some(Date.elements)
        specimen.uuids = Set(random.some(UUID.elements))
        specimen.urls = random.some(URL.elements)
        specimen.blobs = random.some(Data.elements)
        specimen.levels = random.maybe([random.some(Level.elements)])
        specimen.grades = random.some(Grade.elements)
        specimen.scores = Dictionary(
            random.some(String.elements).map { ($0, random.pick(Int.elements)) },
            uniquingKeysWith: { first, _ in first }
        )
        specimen.gradesByLevel = Dictionary(
            random.some(Level.elements).map { ($0, random.pick(Grade.elements)) },
            uniquingKeysWith: { first, _ in first }
        )
    }
}

extension ModelContext {
    /// Returns the SQL of a predicate, for failure messages.
    func sql<T: PersistentModel>(_ predicate: Predicate<T>) -> String {
        do {
            let query = try graph.fetcher.query(FetchDescriptor(predicate: predicate))
            let layout = SchemaLayout(container.coordinator.resolvedSchema)
            let text = try QueryRenderer(layout).keys(query)
            return "\(text.sql) \(text.bindings)"
        } catch {
            return "\(error)"
        }
    }
}
