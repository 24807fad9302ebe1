// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalClientTesting
import JournalProtocol
import JournalSystem
import Testing

@testable import JournalCommandLine

struct UndoLogTests {
    private static func record(_ revision: Int64, words: String = "purged") -> UndoRecord {
        let cursor = Cursor(epoch: "e", revision: revision)
        let obstacle = UndoStep.Obstacle(change: words, advice: "none")
        return .step(UndoStep("purge", cursor, obstacle: obstacle, time: .epoch))
    }

    @Test func recordsAreReadAsWritten() throws {
        let directory = try TemporaryDirectory()
        let log = UndoLog(stateDirectory: directory.path + "/state")
        #expect(log.records() == [])
        let former = EntryEditingTests.entry
        var after = former
        after.tags = ["new"]
        after.notebook.id = "other"
        after.createdAt = Timestamp("2026-11-21T10:15:00+01:00") ?? .epoch
        after.starred = true
        after.revision = 9
        let cursor = Cursor(epoch: "e", revision: 9)
        let written = EntryWritten(id: after.id, revision: 9, cursor: cursor, entry: after)
        let update = EntryUpdate(id: EntryReference(after.id), text: "other")
        let change = try #require(EntryChange(former, update, written))
        let rename = UndoStep.Renaming(.tag, id: "i", from: "a", to: "b")
        let records: [UndoRecord] = [
            .step(UndoStep("edit", cursor, entries: [change], time: .epoch)),
            .step(UndoStep("tag rename", cursor, renaming: rename, time: .epoch)),
            Self.record(10),
            .undone(
                .init(step: cursor, cursor: cursor, entries: [.init(id: after.id, revision: 11)])
            ),
        ]
        for record in records { try log.append(record) }
        #expect(log.records() == records)
        let path = directory.path + "/state/undo.jsonl"
        #expect(FileStatus(path: path)?.permissions == 0o600)
        // The text is in the journal only.
        #expect(!String(decoding: try FileSystem.read(path), as: UTF8.self).contains("as read"))
    }

    @Test func damagedLinesAreSkipped() throws {
        let directory = try TemporaryDirectory()
        let log = UndoLog(stateDirectory: directory.path)
        try log.append(Self.record(1))
        _ = try FileSystem.append(Array("{\"step\":{\"comma".utf8), to: path(directory))
        try log.append(Self.record(2))
        #expect(log.records() == [Self.record(1), Self.record(2)])
        #expect(log.faults() == ["\(path(directory)) has a line that cannot be read"])
    }

    @Test func filesThatCannotBeReadAreFaults() throws {
        let directory = try TemporaryDirectory()
        let log = UndoLog(stateDirectory: directory.path)
        try log.append(Self.record(1))
        #expect(log.faults() == [])
        try FileSystem.makeDirectory(path(directory) + ".1")
        let faults = log.faults()
        #expect(faults.count == 1)
        #expect(faults.first?.hasPrefix("cannot read \(path(directory)).1: ") == true, "\(faults)")
    }

    @Test func recordsOfConcurrentWritersAreComplete() async throws {
        let directory = try TemporaryDirectory()
        let log = UndoLog(stateDirectory: directory.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    for number in 0..<50 {
                        try log.append(Self.record(Int64(writer * 50 + number)))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(Set(log.records().map(\.cursor.revision)) == Set(0..<400))
    }

    @Test func sizeIsBoundedAndTheNewestRecordsRemain() throws {
        let directory = try TemporaryDirectory()
        let log = UndoLog(stateDirectory: directory.path, sizeLimit: 256 << 10)
        let words = String(repeating: "x", count: 10_000)
        for number in 0..<200 { try log.append(Self.record(Int64(number), words: words)) }
        let kept = log.records().map(\.cursor.revision)
        #expect(kept.count < 60)
        #expect(kept == Array((200 - Int64(kept.count))..<200))
        #expect(kept.count >= 25)
    }

    @Test func partsOfAStepAreKeptTogether() throws {
        let directory = try TemporaryDirectory()
        let log = UndoLog(stateDirectory: directory.path, sizeLimit: 256 << 10)
        let words = String(repeating: "x", count: 10_000)
        try log.append(Self.record(0))
        var lock = log.keepFiles()
        #expect(lock != nil)
        // Another command keeps them too.
        #expect(log.keepFiles() != nil)
        for number in 1..<200 { try log.append(Self.record(Int64(number), words: words)) }
        #expect(log.records().count == 200)
        withExtendedLifetime(lock) {}
        lock = nil
        for number in 200..<260 { try log.append(Self.record(Int64(number), words: words)) }
        #expect(log.records().count < 100)
    }

    // MARK: The end of the log

    /// Returns changes of some entries, of which every seventh was undone.
    private static func changes(_ count: Int, epoch: String = "e") -> [UndoRecord] {
        let ids = (0..<9).map { EntryID(high: 1, low: $0) }
        var revisions: [EntryID: Int64] = [:]
        return (0..<count).map { index -> UndoRecord in
            let (revision, id) = (Int64(index + 1), ids[index / 7 * 5 % ids.count])
            let cursor = Cursor(epoch: epoch, revision: revision)
            defer { revisions[id] = revision }
            guard index % 7 != 6, let former = revisions[id] else {
                guard index % 7 == 6 else {
                    let change = EntryChange(created: id, revision: revision)
                    return .step(UndoStep("new", cursor, entries: [change], time: .epoch))
                }
                let version = EntryVersion(id: id, revision: revision)
                let step = Cursor(epoch: epoch, revision: revision - 1)
                return .undone(.init(step: step, cursor: cursor, entries: [version]))
            }
            var change = EntryChange(created: id, revision: revision)
            change.action = .edit
            change.formerRevision = former
            return .step(UndoStep("edit", cursor, entries: [change], time: .epoch))
        }
    }

    /// Returns a log with records, of which the last are in the newer file.
    private func log(
        of records: [UndoRecord],
        in directory: TemporaryDirectory,
        newerCount: Int = 0
    ) throws -> UndoLog {
        let log = UndoLog(stateDirectory: directory.path)
        for record in records.dropLast(newerCount) { try log.append(record) }
        if newerCount > 0 {
            let path = path(directory)
            try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        }
        for record in records.suffix(newerCount) { try log.append(record) }
        return log
    }

    @Test(arguments: [1, 20, 200], [0, 10, 1_300])
    func newestStepsAreInTheEndOfTheLog(count: Int, newerCount: Int) throws {
        let directory = try TemporaryDirectory()
        let log = try log(of: Self.changes(2_600), in: directory, newerCount: newerCount)
        let all = UndoHistory(log.records(), epoch: "e").steps
        let found = log.history(epoch: "e", newest: count).steps
        #expect(found.prefix(count + 1) == all.prefix(count + 1))
        #expect(found.count < all.count)
        #expect(log.history(epoch: "e", newest: .max).steps == all)
    }

    @Test func recordOutOfOrderIsFound() throws {
        var records = Self.changes(2_600)
        records.insert(records.removeLast(), at: records.count - 40)
        let directory = try TemporaryDirectory()
        let log = try log(of: records, in: directory)
        let all = UndoHistory(log.records(), epoch: "e").steps
        #expect(log.history(epoch: "e", newest: 1).steps.prefix(2) == all.prefix(2))
    }

    @Test func stepInPartsIsReadAsAWhole() throws {
        func part(_ revision: Int64, _ entry: UInt64) -> UndoRecord {
            let change = EntryChange(created: EntryID(high: 2, low: entry), revision: revision)
            let cursor = Cursor(epoch: "e", revision: revision)
            return .step(UndoStep("import", cursor, entries: [change], run: "r", time: .epoch))
        }
        let directory = try TemporaryDirectory()
        let records = [part(1, 1)] + Self.changes(1_000).dropFirst() + [part(2_000, 2)]
        let log = try log(of: Array(records), in: directory)
        #expect(log.history(epoch: "e", newest: 1).steps.first?.entries.count == 2)
    }

    @Test func stepsBeforeThoseOfAnotherStoreAreFound() throws {
        let directory = try TemporaryDirectory()
        let own = Self.changes(14)
        let log = try log(of: own + Self.changes(1_500, epoch: "other"), in: directory)
        #expect(log.history(epoch: "e", newest: 1) == UndoHistory(own, epoch: "e"))
        #expect(log.history(epoch: "none", newest: 1).steps == [])
    }

    private func path(_ directory: TemporaryDirectory) -> String {
        directory.path + "/undo.jsonl"
    }
}
