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

    private func path(_ directory: TemporaryDirectory) -> String {
        directory.path + "/undo.jsonl"
    }
}
