// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Notifications across disconnects and kills, and to slow subscribers.
struct SubscriptionTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func create(_ wire: Wire, _ text: String) throws -> JSON {
        try wire.call("entry.create", ["text": .string(text)])["id"] ?? .null
    }

    @Test func subscriptionResumesAfterKillsWithoutGapsOrDuplicates() throws {
        var follower = Follower(cursor: try bed.connectStarting().call("flush")["cursor"])
        for phase in 0..<4 {
            let listener = try bed.connectStarting()
            try follower.subscribe(listener)
            let writer = try bed.connect()
            let asked = try (0..<150).map { number in
                try writer.ask("entry.create", ["text": .string("\(phase) \(number)")])
            }
            // At this point some entries are stored, some are not, and some have been notified.
            #expect(try writer.reply(to: asked[phase * 20]) != nil)
            if phase < 3 { try bed.killDaemon() }
            try follower.listen(to: listener) { phase < 3 ? nil : try writer.reply(to: asked[149]) }
        }
        let listing = try bed.connect().call(
            "entry.list",
            ["include": "ids", "order": "oldest", "limit": 1000]
        )
        let stored = (listing["ids"]?.elements ?? []).compactMap { $0["id"]?.stringValue }
        #expect(follower.created.count == Set(follower.created).count, "duplicate change")
        #expect(Set(follower.created) == Set(stored))
        #expect(follower.faults == [])
    }

    @Test func flushWaitsForAllSubscribers() throws {
        let wire = try bed.connectStarting()
        var followers = [Follower(), Follower()]
        let listeners = try (0..<2).map { _ in try bed.connect() }
        for index in 0..<2 { try followers[index].subscribe(listeners[index]) }
        var ids: [String] = []
        for number in 0..<50 { ids.append(try create(wire, "\(number)").stringValue ?? "") }
        for index in 0..<2 {
            try listeners[index].call("flush")
            for message in listeners[index].takeWaiting() { followers[index].take(message) }
            #expect(followers[index].created == ids)
            #expect(followers[index].faults == [])
        }
    }

    @Test func batchIsDeliveredWhole() throws {
        let wire = try bed.connectStarting()
        let listener = try bed.connect()
        try listener.call("subscribe")
        let text = String(repeating: "x", count: 100)
        let calls = JSON.array(
            (0..<1000).map { number -> JSON in
                ["method": "entry.create", "params": ["text": .string("\(number) \(text)")]]
            }
        )
        try wire.call("batch", ["calls": calls])
        try listener.call("flush")
        let messages = listener.takeWaiting().compactMap { $0["params"] }
        #expect(messages.reduce(0) { $0 + ($1["items"]?.elements.count ?? 0) } == 1000)
        // The commit exceeds one notification; all but the last are marked as incomplete.
        #expect(messages.count > 1)
        #expect(messages.dropLast().allSatisfy { $0["more"] == true })
        #expect(messages.last?["more"] == nil)
    }

    @Test func slowSubscriberMissesNothing() throws {
        let daemon = try bed.serve()
        let slow = try bed.connect()
        try slow.call("subscribe", ["include": "full"])
        let wire = try bed.connect()
        let text = String(repeating: "word ", count: 6000)
        var ids: Set<String> = []
        for number in 0..<300 {
            ids.insert(try create(wire, "\(number) \(text)").stringValue ?? "")
        }
        #expect(try wire.call("status")["entries"] == 300)
        #expect(daemon.poll() == nil)
        // Nine megabytes are pending; they arrive once the client reads.
        var follower = Follower()
        try slow.call("flush")
        for message in slow.takeWaiting() { follower.take(message) }
        #expect(follower.created.count == 300)
        #expect(Set(follower.created) == ids)
        #expect(follower.faults == [])
    }

    @Test func filterReportsEntriesThatEnterAndLeave() throws {
        let wire = try bed.connectStarting()
        try wire.call("entry.create", ["text": "before", "tags": ["seen"]])
        let listener = try bed.connect()
        try listener.call("subscribe", ["filter": ["tags": ["seen"]]])
        let id = try create(wire, "a")
        _ = try create(wire, "of no interest")
        try wire.call("entry.update", ["id": id, "tags": ["seen"]])
        try wire.call("entry.update", ["id": id, "text": "b"])
        try wire.call("entry.delete", ["id": id])
        try listener.call("flush")
        let items = listener.takeWaiting().flatMap { $0["params"]?["items"]?.elements ?? [] }
        #expect(items.allSatisfy { $0["id"] == id })
        #expect(items.compactMap { $0["op"]?.stringValue } == ["create", "update", "delete"])
    }

    /// Makes the history unreadable, or readable again.
    private func corruptHistory(_ isCorrupt: Bool) throws {
        let shell = try #require(Built.tool("sqlite3"), "sqlite3 is needed")
        let change = "UPDATE swiftdata_change SET kind = kind \(isCorrupt ? "+" : "-") 100"
        let result = try bed.run([shell, bed.store, change])
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func failedHistoryReadIsRetried() throws {
        let wire = try bed.connectStarting()
        let cursor = try wire.call("flush")["cursor"] ?? .null
        let id = try create(wire, "missed")
        try corruptHistory(true)
        try wire.call("subscribe", ["since": cursor])
        try corruptHistory(false)
        try wire.call("flush")
        let notes = wire.takeWaiting()
        let items = notes.flatMap { $0["params"]?["items"]?.elements ?? [] }
        #expect(items.map { $0["id"] } == [id], "\(notes)")
    }

    @Test func unreadableHistoryResetsTheSubscription() throws {
        let wire = try bed.connectStarting()
        let cursor = try wire.call("flush")["cursor"] ?? .null
        _ = try create(wire, "missed")
        try corruptHistory(true)
        try wire.call("subscribe", ["since": cursor])
        let present = try wire.call("flush")["cursor"]
        let notes = wire.takeWaiting()
        #expect(notes.map { $0["method"] } == ["reset"])
        #expect(notes.first?["params"]?["to"] == present)
        try corruptHistory(false)
        let id = try create(wire, "seen")
        try wire.call("flush")
        let items = wire.takeWaiting().flatMap { $0["params"]?["items"]?.elements ?? [] }
        #expect(items.map { $0["id"] } == [id])
    }

    // MARK: watch

    private func watch(_ arguments: String...) throws -> ChildProcess {
        let process = try bed.start(["watch"] + arguments)
        try eventually("a subscription") {
            try bed.connectStarting().call("status")["subscriptions"] == 1 ? true : nil
        }
        return process
    }

    @Test func watchPrintsChangesUntilInterrupted() throws {
        let watcher = try watch()
        let id = try bed.journal("new", "seen at once").line
        try eventually("a line") { watcher.output.contains("\n") ? true : nil }
        watcher.send(SIGINT)
        let result = try watcher.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.count == 1)
        #expect(result.line.hasPrefix("create\t\(id)"))
        #expect(result.line.hasSuffix("\tseen at once\t\t"))
    }

    @Test func watchResumesAfterAKill() throws {
        let file = bed.root + "/cursor"
        let first = try watch("--jsonl", "--cursor-file", file)
        let one = try bed.journal("new", "one").line
        try eventually("the first change") { first.output.contains(one) ? true : nil }
        try bed.killDaemon()
        let two = try bed.journal("new", "two").line
        try eventually("a change after the kill") { first.output.contains(two) ? true : nil }
        // Printed changes count as delivered once the cursor is in the file.
        try eventually("the cursor in the file") {
            let place = String(decoding: try FileSystem.read(file), as: UTF8.self)
            let last = first.output.split(separator: "\n").last.map { String($0) } ?? ""
            let shown = try? JSON.parse(last)["to"]?.stringValue
            return shown == place.trimmingCharacters(in: .newlines) ? true : nil
        }
        first.send(SIGINT)
        #expect(try first.wait().status == 0)
        let three = try bed.journal("new", "three").line
        let second = try watch("--jsonl", "--cursor-file", file)
        try eventually("the missed change") { second.output.contains(three) ? true : nil }
        second.send(SIGINT)
        let output = try second.wait().output
        #expect(!output.contains(one))
        #expect(!output.contains(two))
    }
}

/// A subscriber that stores its cursor, as the protocol requires.
private struct Follower {
    private(set) var created: [String] = []
    private(set) var faults: [String] = []
    private var cursor: JSON?
    private var revision: Int64 = 0
    /// Ids from a commit whose last notification has not arrived yet.
    private var pending: [String] = []

    init(cursor: JSON? = nil) { self.cursor = cursor }

    mutating func subscribe(_ wire: Wire) throws {
        pending = []
        let reply = try wire.call("subscribe", cursor.map { ["since": $0] } ?? [:])
        if reply["mode"] != "delta" { faults.append("mode \(reply)") }
        cursor = reply["cursor"]
    }

    /// Handles notifications until the connection closes, or until a flush after `done` returns a
    /// value.
    mutating func listen(to wire: Wire, until done: () throws -> JSON?) throws {
        for message in wire.takeWaiting() { take(message) }
        if try done() != nil {
            try wire.call("flush")
            for message in wire.takeWaiting() { take(message) }
        } else {
            while let message = try wire.message() { take(message) }
        }
    }

    mutating func take(_ message: JSON) {
        guard message["method"] == "changes", let params = message["params"] else { return }
        if let cursor, params["from"] != cursor { faults.append("a gap: \(cursor) \(params)") }
        for item in params["items"]?.elements ?? [] where item["kind"] == "entry" {
            let next = item["rev"]?.integerValue ?? 0
            if next < revision { faults.append("out of order: \(params)") }
            revision = next
            if let id = item["id"]?.stringValue { pending.append(id) }
        }
        guard params["more"] != true else { return }
        created += pending
        pending = []
        cursor = params["to"]
    }
}
