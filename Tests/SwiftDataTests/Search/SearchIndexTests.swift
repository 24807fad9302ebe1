// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The consistency of the full-text index with the rows within a transaction.
struct SearchIndexTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> ModelContext {
        let configuration = ModelConfiguration(url: folder.store)
        return ModelContext(try ModelContainer(for: Song.self, configurations: configuration))
    }

    private func titles(_ word: String, in context: ModelContext) throws -> [String] {
        try context.search(SearchDescriptor<Song>(FullTextQuery(word))).map(\.model.title).sorted()
    }

    /// Executes a statement on the store file while no container has it open.
    private func sqlite(_ statement: String) throws {
        try StoreFile(folder.store).write { try $0.execute(statement) }
    }

    /// Runs the integrity check of FTS5, which compares the index with the rows.
    private func checkIndex() throws {
        try sqlite("INSERT INTO Song_search(Song_search, rank) VALUES ('integrity-check', 1)")
    }

    @Test func newModelIsSearchableWithinItsTransaction() throws {
        let context = try open()
        let found = try context.commitGroup { group in
            try group.run { context.insert(Song("Rain")) }
            return try titles("rain", in: context)
        }
        #expect(found == ["Rain"])
    }

    @Test func changedAndDeletedNewModelsLeaveNoStaleTerms() throws {
        do {
            let context = try open()
            let (rain, snow, fog) = (Song("Rain"), Song("Snow"), Song("Fog"))
            try context.commitGroup { group in
                try group.run { for song in [rain, snow, fog] { context.insert(song) } }
                try group.run { rain.title = "Drizzle" }
                try group.run { context.delete(snow) }
            }
            #expect(try titles("rain OR snow", in: context) == [])
            #expect(try titles("drizzle OR fog", in: context) == ["Drizzle", "Fog"])
        }
        try checkIndex()
    }

    @Test func failedCommandLeavesIndexUnchanged() throws {
        struct Failure: Error {}
        do {
            let context = try open()
            try context.commitGroup { group in
                try group.run { context.insert(Song("Rain")) }
                try? group.run {
                    context.insert(Song("Snow"))
                    try context.save()
                    // The search flushes both songs to the index; the rollback removes them again.
                    #expect(try titles("rain OR snow", in: context) == ["Rain", "Snow"])
                    throw Failure()
                }
                try group.run { context.insert(Song("Fog")) }
                #expect(try titles("rain OR snow", in: context) == ["Rain"])
            }
            #expect(try titles("rain OR snow OR fog", in: context) == ["Fog", "Rain"])
        }
        try checkIndex()
    }

    @Test func rowsBeyondThePendingLimitAreIndexed() throws {
        let count = PendingIndexRows.limit + 10
        do {
            let context = try open()
            for number in 0..<count { context.insert(Song("Rain", plays: number)) }
            try context.save()
            let query = try FullTextQuery("rain")
            #expect(try context.search(SearchDescriptor<Song>(query)).count == count)
        }
        try checkIndex()
    }
}
