// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// The records that synchronization keeps in a store, next to its models.
struct SyncRecordTests {
    private struct Refusal: Error {}

    private let folder: TemporaryFolder
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        context = try Self.open(folder.store)
    }

    private static func open(_ url: URL) throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Song.self, configurations: ModelConfiguration(url: url))
        )
    }

    private func write(_ body: (SyncRecordWriter) throws -> Void) throws {
        try context.commitGroup { try body($0.syncRecords) }
    }

    private func keys(
        _ range: SyncRecordRange = SyncRecordRange(),
        limit: Int = .max
    ) throws -> [[UInt8]] {
        try context.container.readSyncRecords { records in
            var keys: [[UInt8]] = []
            try records.scan(range) { key, _ in
                keys.append(key)
                return keys.count < limit
            }
            return keys
        }
    }

    private func value(_ key: [UInt8], in context: ModelContext) throws -> [UInt8]? {
        try context.container.readSyncRecords { try $0.value(for: key) }
    }

    private func hasTable(_ url: URL) throws -> Bool {
        let db = try SQLiteDatabase(url.path(percentEncoded: false), access: .readOnly)
        return try db.contains(table: SyncRecordTable.name)
    }

    @Test func keysAreScannedInTheOrderOfTheirBytes() throws {
        let written: [[UInt8]] = [
            [255, 255], [], [0], [1, 0], [1, 255, 3], [1], [2], [255], [1, 255], [0, 0], [128],
        ]
        try write { records in
            for key in written { try records.set(key.reversed(), for: key) }
        }
        let sorted = written.sorted { $0.lexicographicallyPrecedes($1) }
        #expect(try keys() == sorted)
        #expect(try keys(limit: 3) == Array(sorted.prefix(3)))
        #expect(try keys(SyncRecordRange(from: [1, 0], to: [1, 255, 3])) == [[1, 0], [1, 255]])
        #expect(
            try keys(SyncRecordRange(prefix: [1])) == [[1], [1, 0], [1, 255], [1, 255, 3]]
        )
        #expect(try keys(SyncRecordRange(prefix: [1, 255])) == [[1, 255], [1, 255, 3]])
        #expect(try keys(SyncRecordRange(prefix: [255])) == [[255], [255, 255]])
        let rest = SyncRecordRange(prefix: [1], after: [1, 0])
        #expect(try keys(rest) == [[1, 255], [1, 255, 3]])
        #expect(try keys(SyncRecordRange(prefix: [1], after: [0])).count == 4)
        #expect(try value([1, 255, 3], in: context) == [3, 255, 1])
        #expect(try value([], in: context) == [])
        #expect(try value([3], in: context) == nil)
    }

    @Test func recordIsReplacedAndRemoved() throws {
        try write { records in
            try records.set([1], for: [7])
            try records.set([], for: [8])
            try records.set([2, 2], for: [7])
            #expect(try records.value(for: [7]) == [2, 2])
            try records.remove([8])
            try records.remove([9])
        }
        #expect(try keys() == [[7]])
        #expect(try value([7], in: Self.open(folder.store)) == [2, 2])
        let large = [UInt8](repeating: 5, count: 300_000)
        try write { try $0.set(large, for: [7]) }
        #expect(try value([7], in: context) == large)
    }

    @Test func storeWithoutRecordsHasNoTable() throws {
        try write { records in
            #expect(try records.value(for: [1]) == nil)
            try records.scan(SyncRecordRange()) { _, _ in true }
            try records.remove([1])
            try records.removeAll()
        }
        #expect(try value([1], in: context) == nil)
        #expect(try keys().isEmpty)
        #expect(try !hasTable(folder.store))
    }

    @Test func allRecordsAreRemovedWithTheirTable() throws {
        try write { try $0.set([1], for: [1]) }
        #expect(try keys().count == 1)
        try write { try $0.removeAll() }
        #expect(try keys().isEmpty)
        #expect(try !hasTable(folder.store))
        // The statements of all connections continue to work.
        try write { try $0.set([2], for: [2]) }
        #expect(try keys() == [[2]])
        try context.container.erase()
        #expect(try keys().isEmpty)
    }

    @Test func copyOfTheStoreContainsRecords() throws {
        try write { try $0.set([1], for: [1]) }
        let copy = folder.url.appending(path: "copy.store")
        try context.container.copyStore(to: copy) {}
        #expect(try value([1], in: Self.open(copy)) == [1])
    }

    // MARK: Commits

    @Test func modelsRecordsAndCursorAreOneCommit() throws {
        context.insert(Song("A"))
        try context.save()
        try context.commitGroup { group in
            let page = try group.capturePage(
                after: HistoryCursor(transaction: 0),
                excluding: nil,
                limit: 100
            )
            #expect(page.rows.count == 1)
            try group.run { context.insert(Song("B")) }
            try group.syncRecords.set([1], for: [1])
            try group.setCaptureCursor(page.end)
            #expect(try group.captureCursor() == page.end)
            let rest = try group.capturePage(after: page.end, excluding: nil, limit: 100)
            #expect(rest.rows.map(\.identifier.integerKey) == [2])
            #expect(rest.isLast)
            #expect(try context.container.captureCursor() == nil)
            #expect(try keys().isEmpty)
        }
        #expect(try context.container.captureCursor() == HistoryCursor(transaction: 1))
        #expect(try keys() == [[1]])
    }

    @Test func failedGroupKeepsNothing() throws {
        try write { try $0.set([1], for: [1]) }
        #expect(throws: Refusal.self) {
            try context.commitGroup { group in
                try group.run { context.insert(Song("A")) }
                try group.syncRecords.set([2], for: [1])
                try group.setCaptureCursor(HistoryCursor(transaction: 1))
                throw Refusal()
            }
        }
        #expect(try value([1], in: context) == [1])
        #expect(try context.container.captureCursor() == nil)
        #expect(try context.fetchCount(FetchDescriptor<Song>()) == 0)
    }

    @Test func failedCommandKeepsTheOthersRecords() throws {
        try context.commitGroup { group in
            try group.run { try group.syncRecords.set([1], for: [1]) }
            #expect(throws: Refusal.self) {
                try group.run {
                    context.insert(Song("A"))
                    try context.save()
                    try group.syncRecords.set([2], for: [1])
                    try group.syncRecords.set([2], for: [2])
                    throw Refusal()
                }
            }
        }
        #expect(try keys() == [[1]])
        #expect(try value([1], in: context) == [1])
        #expect(try context.fetchCount(FetchDescriptor<Song>()) == 0)
    }

    @Test func killedGroupKeepsNothing() async throws {
        try write { try $0.set([1], for: [1]) }
        try context.container.close()
        let path = folder.path("test.store")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let context = try Self.open(URL(filePath: path))
            try context.commitGroup { group in
                try group.syncRecords.set([2], for: [1])
                try group.run { context.insert(Song("A")) }
                kill(getpid(), SIGKILL)
            }
        }
        let context = try Self.open(folder.store)
        #expect(try value([1], in: context) == [1])
        #expect(try context.fetchCount(FetchDescriptor<Song>()) == 0)
    }

    @Test(arguments: [StoreKind.jsonFile, .forwarding])
    func customStoreHasNoRecords(kind: StoreKind) throws {
        let container = try ModelContainer(
            for: Schema([Song.self]),
            configurations: [kind.configuration(in: folder.url)]
        )
        #expect(throws: StoreError.self) {
            try container.readSyncRecords { try $0.value(for: [1]) }
        }
        #expect(throws: StoreError.self) {
            try container.readSyncRecords { try $0.scan(SyncRecordRange()) { _, _ in true } }
        }
        #expect(throws: StoreError.self) {
            try ModelContext(container).commitGroup { try $0.syncRecords.set([1], for: [1]) }
        }
    }
}
