// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Synchronization
import Testing

@testable import SwiftData

/// The turns to write, with two descriptors of a lock file instead of two processes: both have
/// locks of their own.
@Suite struct WriteTurnsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private final class Side: Sendable {
        let lock: LockFile
        let processes: StoreProcesses
        var turns: WriteTurns { processes.turns }

        init(_ folder: TemporaryFolder) throws {
            lock = try LockFile(for: folder.store)
            try lock.share()
            processes = try lock.joinProcesses()
        }
    }

    /// Whether a process waits for its turn.
    private func isAnyoneWaiting() throws -> Bool {
        let descriptor = open(folder.path("test.store.lock"), O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        return !ByteLocks(descriptor: descriptor)
            .isFree(for: .exclusive, (1 << 61)..<(1 << 62))
    }

    @Test func processThatWaitsIsNext() throws {
        let (first, second) = (try Side(folder), try Side(folder))
        let order = Mutex<[String]>([])
        try first.turns.begin()
        let thread = Thread {
            _ = try? second.turns.take { order.withLock { $0.append("second") } }
        }
        thread.start()
        while try !isAnyoneWaiting() { sched_yield() }
        first.turns.end()
        try first.turns.take { order.withLock { $0.append("first") } }
        #expect(order.withLock { $0 } == ["second", "first"])
    }

    @Test func turnIsWaitedForUpToTheLimit() throws {
        let (first, second) = (try Side(folder), try Side(folder))
        second.turns.limit = .milliseconds(5)
        try first.turns.begin()
        let error = #expect(throws: StoreError.self) { try second.turns.begin() }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("\(ProcessName(getpid()))") == true)
        #expect(try !isAnyoneWaiting())
        first.turns.end()
        #expect(try second.turns.take { second.turns.isTaken })
    }

    @Test func turnsContainEachOther() throws {
        let (first, second) = (try Side(folder), try Side(folder))
        second.turns.limit = .zero
        try first.turns.take {
            try first.turns.take { #expect(first.turns.isTaken) }
            #expect(throws: StoreError.self) { try second.turns.begin() }
        }
        #expect(try second.turns.take { true })
    }

    @Test func eachTurnChangesTheNumberOfChanges() throws {
        let (first, second) = (try Side(folder), try Side(folder))
        try first.turns.take {}
        #expect(first.turns.changesAfter == first.processes.memory[.changes])
        try second.turns.take {
            #expect(second.turns.changesBefore == first.turns.changesAfter)
            #expect(first.processes.memory[.changes] != first.turns.changesAfter)
        }
        #expect(first.processes.memory[.changes] == second.turns.changesAfter)
    }

    @Test func keysAreReservedOnce() throws {
        let (first, second) = (try Side(folder), try Side(folder))
        first.processes.memory.continueKeys(after: 41)
        second.processes.memory.continueKeys(after: 7)
        let starts = [first, second, first].map { $0.processes.memory.reserveKeys(100) }
        #expect(starts == [41, 141, 241])
    }

    @Test func storeIsCreatedWhileAnotherProcessWaitsToOpenIt() throws {
        let waiting = try Side(folder)
        let container = try SharedStoreTask.container(SharedStoreTask.configuration(folder.store))
        #expect(waiting.processes.haveOpened)
        try container.close()
        #expect(!waiting.processes.haveOpened)
    }

    @Test func processKnowsWhetherOthersExist() throws {
        let first = try Side(folder)
        #expect(!first.processes.memory.hasOthers)
        let second = try Side(folder)
        #expect(first.processes.memory.hasOthers)
        #expect(second.processes.memory.hasOthers)
        second.processes.leave()
        #expect(!first.processes.memory.hasOthers)
        // A process that is killed leaves its number.
        let other = try SharedStoreProcess(.open, store: folder.store)
        #expect(other.nextLine() == "open")
        other.kill(SIGKILL)
        other.waitUntilExit()
        #expect(first.processes.memory.hasOthers)
        first.processes.memory.removeEnded { false }
        #expect(first.processes.memory.hasOthers)
        first.processes.memory.removeEnded { true }
        #expect(!first.processes.memory.hasOthers)
    }

    @Test func lockFileOfAnotherUserIsNotShared() throws {
        let lock = try LockFile(for: folder.store)
        try lock.share()
        let descriptor = open(folder.path("test.store.lock"), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let error = #expect(throws: StoreError.self) {
            _ = try StoreProcesses(folder.path("test.store"), lockFile: descriptor)
        }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains("test.store.lock cannot be written") == true)
    }
}
