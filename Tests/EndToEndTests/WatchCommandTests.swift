// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// `watch` for programs: a command for each change.
struct WatchCommandTests {
    private let bed: TestBed
    private var cursor: String { bed.root + "/cursor" }
    private var log: String { bed.root + "/log" }

    init() throws { bed = try TestBed() }

    private func changes() throws -> [JSON] {
        guard let bytes = try? FileSystem.read(log) else { return [] }
        return try String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .map { try JSON.parse(String($0)) }
    }

    private func watch(_ command: String) throws -> ChildProcess {
        try bed.start(["watch", "--cursor-file", cursor, "--exec", command])
    }

    /// Waits until the position of a watch is saved.
    private func waitForCursor() throws {
        try eventually("a cursor") { (try? FileSystem.read(cursor))?.isEmpty == false ? true : nil }
    }

    @Test func commandRunsForEachChangeInOrder() throws {
        try bed.journal("daemon", "start")
        let watch = try watch("cat >>\(log)")
        try waitForCursor()
        let long = String(repeating: "long ", count: 200)
        let ids = try ["one", "two", long].map { try bed.journal("new", $0).line }
        try bed.journal("delete", ids[0])
        let all = try eventually("four changes") {
            let all = try changes()
            return all.count >= 4 ? all : nil
        }
        #expect(all.map { $0["id"]?.stringValue } == ids + [ids[0]])
        #expect(all.map { $0["op"]?.stringValue } == ["create", "create", "create", "delete"])
        let texts = all.map { $0["entry"]?["text"]?.stringValue }
        #expect(texts.prefix(2) == ["one", "two"])
        // The whole text, without the blank at its end, is passed.
        #expect((texts[2]?.count ?? 0) > 280)
        watch.send(SIGINT)
        #expect(try watch.wait().status == 0)
    }

    @Test func failedChangeIsRepeatedByTheNextRun() throws {
        try bed.journal("daemon", "start")
        // Fails at the second change.
        let failing = "cat >>\(log); test $(wc -l <\(log)) -ne 2"
        let watch = try watch(failing)
        try waitForCursor()
        let calls = ["one", "two", "three"].map {
            #"{"method":"entry.create","params":{"text":"\#($0)"}}"#
        }
        try bed.journal("rpc", "batch", "{\"calls\":[\(calls.joined(separator: ","))]}")
        let failed = try watch.wait()
        #expect(failed.status == 70)
        #expect(failed.errors.contains("--exec failed (exit status 1)"), "\(failed.errors)")
        // All changes of one commit have one position, so that the first one is repeated, too.
        let again = try self.watch("cat >>\(log)")
        let all = try eventually("the other changes") {
            let all = try changes()
            return all.count >= 5 ? all : nil
        }
        let texts = all.map { $0["entry"]?["text"]?.stringValue }
        #expect(texts == ["one", "two", "one", "two", "three"])
        again.send(SIGINT)
        #expect(try again.wait().status == 0)
    }

    @Test func cursorAdvancesAfterSuccessOnly() throws {
        try bed.journal("daemon", "start")
        let watch = try watch("cat >>\(log); grep -q two \(log) && exit 3; exit 0")
        try waitForCursor()
        try bed.journal("new", "one")
        try eventually("the first change") { try changes().count == 1 ? true : nil }
        try bed.journal("new", "two")
        let failed = try watch.wait()
        #expect(failed.errors.contains("exit status 3"), "\(failed.errors)")
        let again = try self.watch("cat >>\(log)")
        try bed.journal("new", "three")
        let all = try eventually("the other changes") {
            let all = try changes()
            return all.count >= 4 ? all : nil
        }
        let texts = all.map { $0["entry"]?["text"]?.stringValue }
        #expect(texts == ["one", "two", "two", "three"])
        again.send(SIGINT)
        _ = try again.wait()
    }

    @Test func commandNeedNotReadTheChange() throws {
        try bed.journal("daemon", "start")
        let watch = try watch("echo run >>\(log)")
        try waitForCursor()
        try bed.journal("new", String(repeating: "x", count: 60_000))
        try eventually("a run") { (try? FileSystem.read(log))?.isEmpty == false ? true : nil }
        #expect(watch.poll() == nil)
        #expect(try bed.journal("watch", "--exec", "true", "--jsonl").status == 64)
    }
}
