// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

/// The connections of one store, in use on several threads.
struct ConnectionPoolTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func open(_ configuration: ModelConfiguration) throws -> ConnectionPool {
        let schema = try ResolvedSchema(Schema([any PersistentModel.Type]()))
        return try SQLiteConnectionFactory.open(configuration, layout: SchemaLayout(schema))
    }

    private func pool(inMemory: Bool = false) throws -> ConnectionPool {
        let pool = try Self.open(
            inMemory
                ? ModelConfiguration(isStoredInMemoryOnly: true)
                : ModelConfiguration(url: folder.store)
        )
        try pool.write { try $0.execute("CREATE TABLE number(value INTEGER)") }
        return pool
    }

    private func count(_ pool: ConnectionPool) throws -> Int64? {
        try pool.read { try $0.integer("SELECT count(*) FROM number") }
    }

    @Test(arguments: [false, true])
    func nestedWriteIsAnErrorAndKeepsTheOuterOne(inMemory: Bool) throws {
        let pool = try pool(inMemory: inMemory)
        try pool.write { db in
            try db.transaction {
                try db.execute("INSERT INTO number VALUES (1)")
                #expect(throws: SQLiteError.self) { try pool.write { try $0.transaction {} } }
            }
        }
        #expect(try count(pool) == 1)
    }

    @Test func readerSeesOnlyCommittedRowsDuringAWrite() throws {
        let pool = try pool()
        try pool.write { db in
            try db.transaction {
                try db.execute("INSERT INTO number VALUES (1)")
                #expect(try count(pool) == 0)
            }
        }
        #expect(try count(pool) == 1)
    }

    @Test(arguments: [false, true])
    func nestedReadsHaveNoLimit(inMemory: Bool) throws {
        let pool = try pool(inMemory: inMemory)
        func read(_ depth: Int) throws -> Int64? {
            try pool.read { db in
                depth == 0
                    ? try db.integer("SELECT count(*) FROM number") : try read(depth - 1)
            }
        }
        #expect(try read(20) == 0)
    }

    @Test func readersCannotWrite() throws {
        let pool = try pool()
        let error = #expect(throws: SQLiteError.self) {
            try pool.read { try $0.execute("INSERT INTO number VALUES (1)") }
        }
        #expect(error?.kind == .readOnly)
    }

    @Test(arguments: [false, true])
    func internalTablesAreProtected(inMemory: Bool) throws {
        let pool = try pool(inMemory: inMemory)
        try pool.write { db in
            try db.execute("CREATE VIRTUAL TABLE search USING fts5(text)")
            try db.execute("INSERT INTO search VALUES ('word')")
            #expect(throws: SQLiteError.self) { try db.execute("DELETE FROM search_data") }
            try db.execute("DROP TABLE search")
        }
    }

    @Test(arguments: [false, true])
    func threadsReadAndWriteAtTheSameTime(inMemory: Bool) async throws {
        let pool = try pool(inMemory: inMemory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        if number % 2 == 0 {
                            try pool.write { try $0.execute("INSERT INTO number VALUES (1)") }
                        } else {
                            let count = try pool.read { db in
                                try db.integer("SELECT count(*) FROM number")
                            }
                            try #require(count != nil)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try count(pool) == 80)
    }

    @Test func openingAnExistingStoreWritesNothing() throws {
        try pool().close()
        let before = try Data(contentsOf: folder.store)
        let pool = try Self.open(ModelConfiguration(url: folder.store))
        #expect(try count(pool) == 0)
        #expect(try Data(contentsOf: folder.url.appending(path: "test.store-wal")).isEmpty)
        #expect(try Data(contentsOf: folder.store) == before)
    }

    @Test(arguments: 0..<50) func closingWaitsForTheCurrentReads(repetition: Int) throws {
        let pool = try pool()
        let isReading = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        let result = Mutex<Int64?>(nil)
        let reader = Thread {
            try? pool.read { db in
                isReading.signal()
                mayEnd.wait()
                let count = try db.integer("SELECT count(*) FROM number")
                result.withLock { $0 = count }
            }
        }
        reader.start()
        isReading.wait()
        DispatchQueue.global().async { mayEnd.signal() }
        pool.close()
        #expect(result.withLock { $0 } == 0)
        #expect(!folder.contains("test.store-wal"))
        #expect(throws: StoreError.self) { try count(pool) }
        #expect(throws: StoreError.self) { try pool.write { _ in } }
    }
}
