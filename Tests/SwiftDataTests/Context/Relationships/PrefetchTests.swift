// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Counts the reads of a context.
private final class ReadCounter: StoreTransaction {
    private struct ReadsOnly: Error {}

    private let store: any ContextStore
    private(set) var reads = 0

    init(_ store: any ContextStore) { self.store = store }

    func read<R>(_ body: (any StoreReading) throws -> R) throws -> R {
        reads += 1
        return try store.read(for: StoreClient(), body)
    }

    func insert(key: Int64, values: [_ColumnValue], into entity: EntityDescription) throws {
        throw ReadsOnly()
    }
    func update(
        key: Int64,
        values: [_ColumnValue],
        of properties: PropertySet,
        in entity: EntityDescription
    ) throws -> UpdatedRow { throw ReadsOnly() }
    func delete(keys: [Int64], from entity: EntityDescription) throws { throw ReadsOnly() }
    func key(
        in entity: EntityDescription,
        where properties: [Int],
        are values: [_ColumnValue]
    ) throws -> Int64? { throw ReadsOnly() }
    func arrange(_ arrangement: Arrangement) throws { throw ReadsOnly() }
    func link(_ links: PendingRows.Links, in table: Int) throws { throw ReadsOnly() }
    func checkReferences() throws { throw ReadsOnly() }
    func record(_ entry: HistoryEntry) throws -> Int64? { throw ReadsOnly() }
    func deleteHistory(through transaction: Int64, author: String?) throws { throw ReadsOnly() }
    func deleteHistory(_ transactions: [Int64], keepsTokens: Bool) throws { throw ReadsOnly() }
    func completeWrites() throws { throw ReadsOnly() }
    func savepoint<R>(_ body: () throws -> R) throws -> R { throw ReadsOnly() }
}

/// The models that `relationshipKeyPathsForPrefetching` loads, and the number of reads.
@Suite struct PrefetchTests {
    let context: ModelContext
    private let counter: ReadCounter

    init() throws {
        let container = try SpecimenBox.container()
        let writer = ModelContext(container)
        let stickers = (0..<3).map { Sticker(name: "S\($0)", score: $0, isOld: false) }
        for serial in 0..<20 {
            let specimen = Specimen(serial: serial)
            writer.insert(specimen)
            specimen.shelf = Shelf(name: "T\(serial)", note: nil, weight: 0, region: nil)
            specimen.stickers = Array(stickers.reversed().prefix(serial % 4))
            specimen.pieces = (0..<(serial % 3)).map { Piece(size: Double($0), title: nil) }
        }
        try writer.save()
        context = ModelContext(container)
        let store = try #require(container.coordinator.stores.first).store
        counter = ReadCounter(store)
        context.graph.stores.transactions[store.identifier] = counter
    }

    private func fetch(_ keyPaths: [PartialKeyPath<Specimen>]) throws -> [Specimen] {
        var descriptor = FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.serial)])
        descriptor.relationshipKeyPathsForPrefetching = keyPaths
        return try context.fetch(descriptor)
    }

    @Test func prefetchingIssuesOneReadPerRelationship() throws {
        let specimens = try fetch([\.stickers, \.pieces, \.shelf])
        // Specimens; sticker links and stickers; pieces; shelves.
        #expect(counter.reads == 5)
        for (serial, specimen) in specimens.enumerated() {
            let names = ["S0", "S1", "S2"].reversed().prefix(serial % 4)
            #expect(specimen.stickers.map(\.name).sorted() == names.sorted())
            #expect(specimen.pieces?.map(\.size) == (0..<(serial % 3)).map { Double($0) })
            #expect(specimen.shelf?.name == "T\(serial)")
        }
        #expect(counter.reads == 5)
    }

    @Test func prefetchedModelsKeepRelationshipOrder() throws {
        let prefetched = try fetch([\.stickers]).map { $0.stickers.map(\.name) }
        let other = ModelContext(context.container)
        let loaded = try other.fetch(
            FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.serial)])
        ).map { $0.stickers.map(\.name) }
        #expect(prefetched == loaded)
    }

    @Test func prefetchingLeavesOtherOwnersBetweenTheFetchedOnesAlone() throws {
        var descriptor = FetchDescriptor<Specimen>(
            predicate: #Predicate { $0.serial % 3 != 1 },
            sortBy: [SortDescriptor(\.serial)]
        )
        descriptor.relationshipKeyPathsForPrefetching = [\.stickers, \.pieces]
        let specimens = try context.fetch(descriptor)
        #expect(specimens.count == 13)
        for specimen in specimens {
            #expect(specimen.stickers.count == min(specimen.serial % 4, 3))
            #expect(specimen.pieces?.count == specimen.serial % 3)
        }
        #expect(counter.reads == 4)
    }

    @Test func prefetchingIncludesPendingChanges() throws {
        let specimens = try fetch([])
        let piece = Piece(size: 9, title: nil)
        context.insert(piece)
        piece.specimen = specimens[0]
        let sticker = try #require(context.fetch(FetchDescriptor<Sticker>()).first)
        sticker.specimens.append(specimens[4])
        context.delete(try #require(specimens[5].pieces?.first))
        _ = try fetch([\.pieces, \.stickers])
        let reads = counter.reads
        #expect(specimens[0].pieces?.map(\.size) == [9])
        #expect(specimens[4].stickers.count == 1)
        #expect(specimens[5].pieces?.map(\.size) == [1])
        #expect(counter.reads == reads)
    }

    @Test func prefetchedModelsThatWereMovedBelongToTheirNewOwner() throws {
        let specimens = try fetch([])
        let moved = try #require(
            try context.fetch(FetchDescriptor<Piece>()).first { $0.specimen === specimens[5] }
        )
        moved.specimen = specimens[0]
        _ = try fetch([\.pieces])
        let reads = counter.reads
        #expect(specimens[0].pieces?.contains { $0 === moved } == true)
        #expect(specimens[5].pieces?.count == 1)
        #expect(specimens[5].pieces?.contains { $0 === moved } == false)
        #expect(counter.reads == reads)
    }

    @Test func enumeratingPrefetchesEachBatch() throws {
        var descriptor = FetchDescriptor<Specimen>(sortBy: [SortDescriptor(\.serial)])
        descriptor.relationshipKeyPathsForPrefetching = [\.pieces]
        var sizes = 0
        try context.enumerate(descriptor, batchSize: 10) { sizes += $0.pieces?.count ?? 0 }
        #expect(sizes == (0..<20).reduce(0) { $0 + $1 % 3 })
        // The identifiers, then for each of two batches: specimens, pieces.
        #expect(counter.reads == 5)
    }

    @Test func prefetchingANonRelationshipIsReportedByName() throws {
        #expect(throws: SwiftDataError.unsupportedKeyPath) { try fetch([\.serial]) }
    }
}
