// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// Transactions that readers of a shared store keep while no other process has it open.
@Suite(.enabled(if: Accelerators.areUsed)) struct SharedKeptReadsTests {
    private let folder: TemporaryFolder
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        context = ModelContext(
            try SharedStoreTask.container(SharedStoreTask.configuration(folder.store))
        )
        try saveOne()
    }

    /// Saves a note, because a reader of a log without new content does not keep another from
    /// beginning.
    private func saveOne() throws {
        context.insert(SharedNote(UUID().uuidString))
        try context.save()
    }

    private func readOften(expecting expected: Int) throws {
        for _ in 0..<10 {
            #expect(try context.fetchCount(FetchDescriptor<SharedNote>()) == expected)
        }
    }

    /// Whether no transaction keeps the log from beginning again.
    private func canBeginNewLog() throws -> Bool {
        try SQLiteDatabase(folder.path("test.store"))
            .integer("PRAGMA wal_checkpoint(RESTART)") == 0
    }

    @Test func processAloneKeepsItsReads() throws {
        try readOften(expecting: 1)
        #expect(try !canBeginNewLog())
        try saveOne()
        #expect(try canBeginNewLog())
    }

    @Test func readsAreKeptOnlyWithoutOtherProcesses() throws {
        try readOften(expecting: 1)
        #expect(try !canBeginNewLog())
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        // The event of the other process ends the transaction of the idle reader.
        while try !canBeginNewLog() { sched_yield() }
        try readOften(expecting: 1)
        #expect(try canBeginNewLog())
        try other.send("1")
        #expect(other.nextLine()?.hasPrefix("saved 1 ") == true)
        try readOften(expecting: 2)
        #expect(try canBeginNewLog())
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
        try saveOne()
        try readOften(expecting: 3)
        #expect(try !canBeginNewLog())
    }

    @Test func killedProcessIsForgotten() throws {
        let other = try SharedStoreProcess(.open, store: folder.store)
        #expect(other.nextLine() == "open")
        try readOften(expecting: 1)
        #expect(try canBeginNewLog())
        other.kill(SIGKILL)
        other.waitUntilExit()
        // The event of its closed files follows its end.
        var count = 1
        repeat {
            try saveOne()
            count += 1
            try readOften(expecting: count)
        } while try canBeginNewLog()
    }
}
