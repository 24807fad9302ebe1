// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Two daemons whose journals are synchronized through a folder.
struct SyncTests {
    private let pair: SyncPair
    private var first: TestBed { pair.first }
    private var second: TestBed { pair.second }

    init() throws { pair = try SyncPair() }

    private func join() throws { try pair.join() }

    private func synchronize() throws { try pair.synchronize() }

    /// The texts of all entries.
    private func texts(_ bed: TestBed) throws -> [String] {
        let reply = try bed.connectStarting().call("entry.list", ["include": "full", "limit": 100])
        return (reply["entries"]?.elements ?? []).compactMap { $0["text"]?.stringValue }.sorted()
    }

    /// The process ids of the helpers of a daemon.
    private func helpers(of bed: TestBed) throws -> [pid_t] {
        let daemons = bed.daemons.map { "\($0)" }
        return FileSystem.names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
            guard let status = try? FileSystem.read("/proc/\(pid)/stat") else { return false }
            let text = String(decoding: status, as: UTF8.self)
            // The name is in parentheses; the state and the parent follow it.
            let rest = text.split(separator: ")").last?.split(separator: " ") ?? []
            return text.contains("(swiftdata-hub)") && rest.count > 1
                && daemons.contains(String(rest[1]))
        }
    }

    @Test func writesCrossInBothDirections() throws {
        try first.journal("new", "before #red", "-N", "work")
        try second.journal("new", "elsewhere")
        try join()
        try synchronize()
        #expect(try texts(first).count == 2)
        #expect(try texts(second) == texts(first))
        // Without a request: the folder is watched.
        let listener = try first.connect()
        try listener.call("subscribe")
        let id = try second.connect().call("entry.create", ["text": "by itself"])["id"]
        let items = try listener.notification()["params"]?["items"]?.elements ?? []
        #expect(items.map { $0["id"] } == [id])
        for bed in [first, second] {
            #expect(try bed.connect().call("sync.status")["machines"] == 2)
        }
    }

    @Test func bothTextsOfAConflictAreInBothHistories() throws {
        let id = try first.journal("new", "draft").line
        try join()
        try synchronize()
        try first.journal("edit", id, "one")
        try second.journal("edit", id, "two")
        try synchronize()
        let text = try texts(first)
        #expect(try texts(second) == text)
        for bed in [first, second] {
            let versions = try bed.connect().call("entry.history", ["id": .string(id)])["versions"]
            let earlier = (versions?.elements ?? []).compactMap { $0["text"]?.stringValue }
            #expect(Set(text + earlier) == ["draft", "one", "two"])
        }
    }

    @Test func killedProcessesContinueWhereTheyWere() throws {
        try join()
        var expected: [String] = []
        for round in 0..<3 {
            let wire = try first.connectStarting()
            for number in 0..<20 {
                expected.append("\(round) \(number)")
                try wire.call("entry.create", ["text": .string("\(round) \(number)")])
            }
            // While the changes are on their way.
            switch round {
            case 0: try first.killDaemon()
            case 1: for helper in try helpers(of: first) { kill(helper, SIGKILL) }
            default: try second.killDaemon()
            }
        }
        try synchronize()
        #expect(try texts(first) == expected.sorted())
        #expect(try texts(second) == expected.sorted())
    }

    @Test func restoredJournalWaitsForAPerson() throws {
        try first.journal("new", "in the backup")
        try join()
        let backup = first.root + "/backup"
        #expect(try first.journal("backup", backup).status == 0)
        try first.journal("new", "after the backup")
        try synchronize()
        let restored = try first.journal("restore-backup", backup, "--yes")
        #expect(restored.status == 0, "\(restored.errors)")
        let wire = try first.connectStarting()
        #expect(try wire.call("sync.status")["phase"] == "paused")
        #expect(try texts(first) == ["in the backup"])
        try wire.call("sync.resume")
        try synchronize()
        #expect(try texts(first) == ["after the backup", "in the backup"])
        #expect(try texts(second) == ["after the backup", "in the backup"])
    }
}
