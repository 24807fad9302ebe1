// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Commits that leave their texts to others for the full-text index.
@Suite(.enabled(if: Accelerators.areUsed)) struct DeferredIndexingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(
        _ store: URL? = nil,
        allowsSave: Bool = true,
        defers: Bool = true
    ) throws -> ModelContext {
        var configuration = ModelConfiguration(url: store ?? folder.store, allowsSave: allowsSave)
        // Commits of a shared store leave no rows to others.
        configuration.sharing = .exclusive
        let context = ModelContext(
            try ModelContainer(for: Song.self, configurations: configuration)
        )
        context.defersIndexing = defers
        return context
    }

    /// Saves songs, each in its own transaction.
    private func add(_ titles: String..., to context: ModelContext) throws {
        for title in titles {
            context.insert(Song(title))
            try context.save()
        }
    }

    private func titles(_ word: String, in context: ModelContext) throws -> [String] {
        try context.search(SearchDescriptor<Song>(FullTextQuery(word))).map(\.model.title).sorted()
    }

    /// Returns the number of rows in the index.
    private func indexedCount(of store: URL? = nil) throws -> Int64? {
        let path = (store ?? folder.store).path(percentEncoded: false)
        let database = try SQLiteDatabase(path, access: .readOnly)
        return try database.integer("SELECT count(*) FROM Song_search_docsize")
    }

    /// Runs the integrity check of FTS5, which compares the index with the rows.
    private func checkIndex(of store: URL? = nil) throws {
        try StoreFile(store ?? folder.store).write { database in
            try database.execute(
                "INSERT INTO Song_search(Song_search, rank) VALUES ('integrity-check', 1)"
            )
        }
    }

    /// Copies the files of a store that is open, as after a crash.
    private func copyFiles() throws -> URL {
        let copy = folder.url.appending(path: "copy.store")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.store.path(percentEncoded: false) + suffix,
                toPath: copy.path(percentEncoded: false) + suffix
            )
        }
        return copy
    }

    // MARK: Searches

    @Test func searchFindsRowsThatCommitsLeftToOthers() throws {
        let context = try open()
        try add("Rain", "Snow", "Rain again", to: context)
        #expect(try indexedCount() == 0)
        #expect(try titles("rain", in: context) == ["Rain", "Rain again"])
        #expect(try indexedCount() == 3)
        try add("More rain", to: context)
        #expect(try indexedCount() == 3)
        #expect(try titles("rain", in: context) == ["More rain", "Rain", "Rain again"])
    }

    @Test func conditionOfAFetchFindsThem() throws {
        let context = try open()
        try add("Rain", "Snow", to: context)
        let query = try FullTextQuery("rain")
        let rain = Predicate<Song> { PredicateExpressions.FullTextMatch(model: $0, query: query) }
        let descriptor = FetchDescriptor<Song>(predicate: rain)
        #expect(try context.fetchCount(descriptor) == 1)
        try add("Heavy rain", to: context)
        #expect(try context.fetch(descriptor).map(\.title).sorted() == ["Heavy rain", "Rain"])
    }

    @Test func searchOfATransactionFindsThemAndItsOwn() throws {
        let context = try open()
        try add("Rain", to: context)
        let found = try context.commitGroup { group in
            try group.run { context.insert(Song("Rain again")) }
            return try titles("rain", in: context)
        }
        #expect(found == ["Rain", "Rain again"])
        #expect(try indexedCount() == 2)
    }

    @Test func searchOfASnapshotFindsTheRowsOfItsCommit() throws {
        let context = try open()
        try add("Rain", to: context)
        let other = ModelContext(context.container)
        let found = try other.readSnapshot(isSearched: true) {
            try add("Rain again", to: context)
            return try titles("rain", in: other)
        }
        #expect(found == ["Rain"])
        #expect(try titles("rain", in: other) == ["Rain", "Rain again"])
    }

    @Test func snapshotThatIsNotBegunForASearchHasNone() throws {
        let context = try open()
        try add("Rain", to: context)
        let error = #expect(throws: StoreError.self) {
            try context.readSnapshot { try titles("rain", in: context) }
        }
        #expect(error?.code == .failed)
    }

    @Test func searchForFormsOfAWordFindsThem() throws {
        let context = try open()
        try add("Raining", "Rains", "Snow", to: context)
        let query = try FullTextQuery("rain", stemming: .english)
        let found = try context.search(SearchDescriptor<Song>(query)).map(\.model.title)
        #expect(found.sorted() == ["Raining", "Rains"])
    }

    @Test func everySnapshotFindsAllRowsWhileOthersAreCommitted() async throws {
        let container = try open().container
        let writer = Task.detached {
            let context = ModelContext(container)
            context.defersIndexing = true
            for number in 0..<300 {
                context.insert(Song("Rain", plays: number))
                try context.save()
            }
        }
        let query = try FullTextQuery("rain")
        var count = 0
        while count < 300 {
            let context = ModelContext(container)
            let (all, found) = try context.readSnapshot(isSearched: true) {
                let all = try context.fetchCount(FetchDescriptor<Song>())
                return (all, try context.searchIdentifiers(SearchDescriptor<Song>(query)).count)
            }
            #expect(all == found)
            guard all == found else { break }
            count = all
        }
        try await writer.value
    }

    // MARK: Limits

    @Test func commitThatReachesTheLimitIndexesAll() throws {
        let context = try open()
        for number in 1..<UnindexedRows.limit { try add("Rain \(number)", to: context) }
        #expect(try indexedCount() == 0)
        try add("Rain", to: context)
        #expect(try indexedCount() == Int64(UnindexedRows.limit))
        try add("Snow", to: context)
        #expect(try indexedCount() == Int64(UnindexedRows.limit))
    }

    @Test func commitWithALongTextIndexesAll() throws {
        let context = try open()
        try add("Rain", String(repeating: "rain ", count: 1_000), "Snow", to: context)
        #expect(try indexedCount() == 2)
    }

    @Test func commitWithManyRowsIndexesAll() throws {
        let context = try open()
        try add("Rain", to: context)
        for number in 0...UnindexedRows.commitLimit { context.insert(Song("Snow", plays: number)) }
        try context.save()
        #expect(try indexedCount() == Int64(UnindexedRows.commitLimit + 2))
    }

    @Test func contextThatDoesNotDeferIndexesAll() throws {
        let context = try open()
        try add("Rain", to: context)
        let other = ModelContext(context.container)
        try add("Snow", to: other)
        #expect(try indexedCount() == 2)
        #expect(try titles("rain OR snow", in: other) == ["Rain", "Snow"])
    }

    @Test func rowWithAKeyBeforeTheOthersIsFound() throws {
        let context = try open()
        let other = ModelContext(context.container)
        other.defersIndexing = true
        // The keys are assigned here, in this order.
        let (early, late) = (Song("Early rain"), Song("Late rain"))
        context.insert(early)
        other.insert(late)
        try other.save()
        try context.save()
        #expect(try titles("rain", in: context) == ["Early rain", "Late rain"])
        try context.container.close()
        try checkIndex()
    }

    @Test(arguments: [Int64.max - 2, Int64.max])
    func keysNearTheGreatestAreIndexed(last: Int64) throws {
        try open().container.close()
        try StoreFile(folder.store).write { database in
            try StoreMetadata.set(
                StoreMetadata.Name.lastKey(of: "Song"),
                to: String(last),
                in: database
            )
        }
        let context = try open()
        try add("Rain", "Snow", "Fog", to: context)
        #expect(try titles("rain OR snow OR fog", in: context) == ["Fog", "Rain", "Snow"])
        try context.container.close()
        try checkIndex()
    }

    // MARK: Changes

    @Test func changedAndDeletedRowsLeaveNoStaleTerms() throws {
        let context = try open()
        let (rain, snow) = (Song("Rain"), Song("Snow"))
        for song in [rain, snow] {
            context.insert(song)
            try context.save()
        }
        rain.title = "Drizzle"
        context.delete(snow)
        try context.save()
        #expect(try titles("rain OR snow", in: context) == [])
        try add("Fog", to: context)
        rain.title = "Mist"
        try context.save()
        #expect(try titles("drizzle OR fog OR mist", in: context) == ["Fog", "Mist"])
        try context.container.close()
        try checkIndex()
    }

    @Test func failedCommandLeavesNoTerms() throws {
        struct Failure: Error {}
        let context = try open()
        try context.commitGroup { group in
            try group.run { context.insert(Song("Rain")) }
            try? group.run {
                context.insert(Song("Snow"))
                try context.save()
                throw Failure()
            }
            try group.run { context.insert(Song("Fog")) }
        }
        #expect(try indexedCount() == 0)
        #expect(try titles("rain OR snow OR fog", in: context) == ["Fog", "Rain"])
        try context.container.close()
        try checkIndex()
    }

    @Test func repeatedGroupLeavesNoStaleTerms() throws {
        struct Failure: Error {}
        let context = try open()
        func write(hasSavepoints: Bool) throws {
            try context.commitGroup(hasSavepoints: hasSavepoints) { group in
                try group.run { context.insert(Song("Rain")) }
                do {
                    try group.run {
                        context.insert(Song("Snow"))
                        try context.save()
                        throw Failure()
                    }
                } catch is Failure {}
                try group.run { context.insert(Song("Fog")) }
            }
        }
        do {
            try write(hasSavepoints: false)
            Issue.record("the group was committed without savepoints")
        } catch is PartialCommandError {
            try write(hasSavepoints: true)
        }
        #expect(try titles("rain OR snow OR fog", in: context) == ["Fog", "Rain"])
        try context.container.close()
        try checkIndex()
    }

    // MARK: Files

    @Test func closedStoreHasACompleteIndex() throws {
        let context = try open()
        try add("Rain", to: context)
        try context.container.close()
        #expect(try indexedCount() == 1)
        try checkIndex()
    }

    @Test func checkpointCompletesTheIndex() throws {
        let context = try open()
        try add("Rain", to: context)
        #expect(try context.container.checkpoint())
        #expect(try indexedCount() == 1)
    }

    @Test func copyHasACompleteIndex() throws {
        let context = try open()
        try add("Rain", to: context)
        let copy = folder.url.appending(path: "backup.store")
        try context.container.copyStore(to: copy) {}
        #expect(try titles("rain", in: open(copy, allowsSave: false)) == ["Rain"])
        try checkIndex(of: copy)
    }

    @Test func storeIsCompletedWhenItIsOpenedAfterACrash() throws {
        let context = try open()
        try add("Rain", "Snow", to: context)
        let copy = try copyFiles()
        #expect(try indexedCount(of: copy) == 0)
        let reopened = try open(copy)
        #expect(try indexedCount(of: copy) == 2)
        #expect(try titles("rain", in: reopened) == ["Rain"])
        try reopened.container.close()
        try checkIndex(of: copy)
    }

    @Test func boundThatNoCommitLeavesIsNotBelieved() throws {
        do {
            let context = try open(defers: false)
            for number in 0..<100 { context.insert(Song("Rain", plays: number)) }
            try context.save()
            try context.container.close()
        }
        try StoreFile(folder.store).write { database in
            try StoreMetadata.set(
                StoreMetadata.Name.unindexedAfter("Song"),
                to: "0",
                in: database
            )
            try database.execute("DELETE FROM Song_search_docsize")
        }
        #expect(
            try ModelConfiguration(url: folder.store).verifyStore([]).problems == [
                "the full-text index of Song lacks 100 rows"
            ]
        )
    }

    @Test func verificationAcceptsOnlyTheRowsThatWereLeft() throws {
        let context = try open()
        try add("Rain", to: context)
        #expect(try titles("rain", in: context) == ["Rain"])
        try add("Snow", to: context)
        let copy = try copyFiles()
        let configuration = ModelConfiguration(url: copy)
        #expect(try configuration.verifyStore([]).problems == [])
        try StoreFile(copy).write { try $0.execute("DELETE FROM Song_search_docsize") }
        #expect(
            try configuration.verifyStore([]).problems == [
                "the full-text index of Song lacks 1 row"
            ]
        )
    }

}
