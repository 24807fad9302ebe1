// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// Files that are not complete stores of this framework.
struct StoreFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sqlite(_ statements: String) throws {
        try StoreFile(folder.store).write { try $0.execute(statements) }
    }

    @Test func textFileIsRejectedUnchanged() throws {
        let text = Data("Dear diary, this is not a database at all.".utf8)
        try text.write(to: folder.store)
        let error = #expect(throws: StoreError.self) { _ = try folder.open(TripsV1.self) }
        #expect(error?.code == .notAStore)
        #expect(try Data(contentsOf: folder.store) == text)
    }

    @Test func foreignDatabaseIsRejectedUnchanged() throws {
        try sqlite("CREATE TABLE moz_places(id INTEGER PRIMARY KEY)")
        let before = try Data(contentsOf: folder.store)
        let error = #expect(throws: StoreError.self) { _ = try folder.open(TripsV1.self) }
        #expect(error?.code == .notAStore)
        #expect(try Data(contentsOf: folder.store) == before)
    }

    @Test func directoryIsRejected() throws {
        try FileManager.default.createDirectory(at: folder.store, withIntermediateDirectories: true)
        let error = #expect(throws: StoreError.self) { _ = try folder.open(TripsV1.self) }
        #expect(error?.code == .notAStore)
    }

    @Test func emptyFileBecomesStore() throws {
        try Data().write(to: folder.store)
        #expect(try folder.open(TripsV1.self).fetchCount(FetchDescriptor<TripsV1.Trip>()) == 0)
    }

    @Test func storeWithNewerFormatIsRejected() throws {
        try folder.writeFirstVersion()
        try sqlite("UPDATE swiftdata_metadata SET value = '99' WHERE name = 'format'")
        let error = #expect(throws: StoreError.self) { _ = try folder.open(TripsV1.self) }
        #expect(error?.code == .tooNew)
        #expect(explanation(of: error).contains("format 99"))
    }

    @Test(arguments: [1, 8], [true, false])
    func storeFromBeforeTheFirstReleaseIsRejectedUnchanged(format: Int, allowsSave: Bool) throws {
        try folder.writeFirstVersion()
        try sqlite("UPDATE swiftdata_metadata SET value = '\(format)' WHERE name = 'format'")
        let before = try Data(contentsOf: folder.store)
        let error = #expect(throws: StoreError.self) {
            _ = try ModelContainer(
                for: Schema(versionedSchema: TripsV1.self),
                configurations: ModelConfiguration(url: folder.store, allowsSave: allowsSave)
            )
        }
        #expect(error?.code == .tooOld)
        #expect(explanation(of: error).contains("format \(format), from before the first release"))
        #expect(try Data(contentsOf: folder.store) == before)
    }

    @Test func leftoversOfInterruptedMigrationAreRemoved() throws {
        try folder.writeFirstVersion()
        try Data("half a copy".utf8).write(to: folder.url.appending(path: "test.store.migrating"))
        try Data("its log".utf8).write(to: folder.url.appending(path: "test.store.migrating-wal"))
        #expect(try folder.open(TripsV2.self).fetchCount(FetchDescriptor<TripsV2.Trip>()) == 2)
        #expect(!folder.contains("test.store.migrating"))
        #expect(!folder.contains("test.store.migrating-wal"))
    }

    /// A migration switches each file out of WAL mode, during which SQLite uses a rollback journal.
    @Test func hotJournalIsRolledBack() throws {
        try folder.writeFirstVersion()
        let copies = try TemporaryFolder()
        try StoreFile(folder.store).write { db in
            try db.execute("PRAGMA journal_mode = DELETE")
            // Small enough that changed pages are written before the commit.
            try db.execute("PRAGMA cache_size = 2")
            try #require(throws: CancellationError.self) {
                try db.transaction {
                    try db.execute("UPDATE Trip SET title = 'half done'")
                    try db.execute("CREATE TABLE filler(text TEXT)")
                    for _ in 0..<50 {
                        try db.execute("INSERT INTO filler VALUES (hex(randomblob(2000)))")
                    }
                    for suffix in ["", "-journal"] {
                        try FileManager.default.copyItem(
                            atPath: folder.path("test.store\(suffix)"),
                            toPath: copies.path("test.store\(suffix)")
                        )
                    }
                    throw CancellationError()
                }
            }
        }
        let trips = try copies.open(TripsV1.self).fetch(FetchDescriptor<TripsV1.Trip>())
        #expect(trips.count == 2)
        #expect(!trips.contains { $0.title == "half done" })
    }

    @Test func crashBetweenRenamesRestoresBackup() throws {
        try folder.writeFirstVersion()
        try FileManager.default.moveItem(
            atPath: folder.path("test.store"),
            toPath: folder.path("test.store.backup")
        )
        try Data("copy".utf8).write(to: folder.url.appending(path: "test.store.migrating"))
        #expect(try folder.open(TripsV2.self).fetchCount(FetchDescriptor<TripsV2.Trip>()) == 2)
    }

    @Test func deletedStoreIsNotRestoredFromBackup() throws {
        try folder.writeFirstVersion()
        try FileManager.default.moveItem(
            atPath: folder.path("test.store"),
            toPath: folder.path("test.store.backup")
        )
        #expect(try folder.open(TripsV2.self).fetchCount(FetchDescriptor<TripsV2.Trip>()) == 0)
    }

    @Test func storedSnapshotHasCanonicalDescription() throws {
        try folder.writeFirstVersion()
        let stored = try #require(try StoreFile(folder.store).inspect())
        #expect(stored.hash == stored.shape.hash)
        #expect(stored.hash.count == 32)
        let expected = """
            Stop
                name: text
                trip: Trip?, inverse stops, on delete nullify, in a column
            """
        #expect(stored.shape.description.hasPrefix(expected))
    }

    @Test func closedStoreIsUnlockedDespiteInheritedDescriptor() throws {
        var copy: Int32 = -1
        try folder.using(TripsV1.self) { _ in
            // A child process inherits the descriptor until it executes its program.
            let lock = folder.store.resolvingSymlinksInPath().path(percentEncoded: false) + ".lock"
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            for descriptor in descriptors.compactMap({ Int32($0) }) {
                let link = "/proc/self/fd/\(descriptor)"
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
                if target == lock { copy = dup(descriptor) }
            }
        }
        #expect(copy >= 0)
        defer { close(copy) }
        #expect(try folder.open(TripsV1.self).fetchCount(FetchDescriptor<TripsV1.Trip>()) == 0)
    }
}
