// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Invalid requests: each is rejected with a specific kind of error and leaves the daemon intact.
struct BadInputTests {
    private let bed: TestBed
    private let daemon: ChildProcess
    private let wire: Wire

    init() throws {
        bed = try TestBed()
        daemon = try bed.serve()
        wire = try bed.connect()
        let known: JSON = ["id": "00000000-1111-4000-8000-000000000001", "text": "here before"]
        try wire.call("entry.create", known)
    }

    /// Expects the daemon to accept new connections and to have kept its entries.
    private func checkDaemonIsIntact(_ entries: Int64 = 1) throws {
        #expect(daemon.poll() == nil)
        let fresh = try bed.connect()
        #expect(try fresh.call("status")["entries"] == .integer(entries))
        let entry = try fresh.call("entry.get", ["id": "00000000"])["entry"]
        #expect(entry?["text"] == "here before")
    }

    // MARK: Lines

    @Test(arguments: [
        ("not JSON", "parse.invalid"), ("{\"jsonrpc\":\"2.0\",\"id\":1", "parse.invalid"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"} {}", "parse.invalid"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":1,\"method\":\"hello\"}", "parse.invalid"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\\ud800\"}", "parse.invalid"),
        ("{\"a\":01}", "parse.invalid"), ("{\"a\":1e999}", "parse.invalid"),
        ("\"text\"", "request.invalid"), ("null", "request.invalid"), ("{}", "request.invalid"),
        ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}]", "request.invalid"),
        ("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"hello\"}", "request.invalid"),
        ("{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"hello\"}", "request.invalid"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1.5,\"method\":\"hello\"}", "request.invalid"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}", "request.invalid"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":[]}", "params.invalid"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"entry.read\"}", "method.unknown"),
        ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\"}", "method.unknown"),
    ])
    func invalidRequestsHaveSpecificErrorKinds(line: String, kind: String) throws {
        try wire.send(line)
        let reply = try wire.message()
        #expect(reply?.kind == kind, "\(reply?.description ?? "the end")")
        try wire.call("hello")
        try checkDaemonIsIntact()
    }

    @Test func invalidUTF8ReportsItsOffset() throws {
        try wire.send(
            Array("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"h".utf8) + [0xC0, 0x80, 0x0A]
        )
        let reply = try wire.message()
        #expect(reply?.kind == "parse.utf8")
        #expect(reply?["id"] == .null)
        #expect(reply?["error"]?["data"]?["offset"] == 35)
        try checkDaemonIsIntact()
    }

    @Test(arguments: [65, 100_000])
    func deepNestingIsRejected(depth: Int) throws {
        let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        try wire.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\",\"params\":\(nested)}")
        #expect(try wire.message()?.kind == "limit.depth")
        try wire.call("hello")
        try checkDaemonIsIntact()
    }

    @Test(arguments: [true, false])
    func oversizedLineClosesTheConnectionWithAnError(isEnded: Bool) throws {
        var line = [UInt8](repeating: UInt8(ascii: " "), count: Limits.line + 2)
        if isEnded { line.append(0x0A) }
        try wire.send(line)
        let reply = try wire.message()
        #expect(reply?.kind == "limit.line")
        #expect(reply?["error"]?["data"]?["limit"] == .integer(Int64(Limits.line)))
        #expect(try wire.line() == nil)
        try checkDaemonIsIntact()
    }

    @Test func requestIDLengthIsLimited() throws {
        for (length, isTaken) in [(255, true), (256, false)] {
            let id = String(repeating: "i", count: length)
            try wire.send("{\"jsonrpc\":\"2.0\",\"id\":\"\(id)\",\"method\":\"hello\"}")
            let reply = try wire.message()
            #expect(reply?["id"] == (isTaken ? .string(id) : .null))
            #expect(reply?.kind == (isTaken ? nil : "request.invalid"))
        }
        try checkDaemonIsIntact()
    }

    @Test func maximumNumberOfTagsCanBeQueried() throws {
        let names = (0..<128).map { "t\($0)" }
        for half in [names.prefix(64), names.suffix(64)] {
            let tags = JSON.array(half.map { .string($0) })
            try wire.call("entry.create", ["text": "a", "tags": tags])
        }
        let filter: JSON = ["tags": .array(names.prefix(64).map { .string($0) })]
        #expect(try wire.call("entry.count", ["filter": filter])["count"] == 1)
        let query = names.suffix(64).map { "tag:\($0)" }.joined(separator: " ")
        let both = try wire.call("entry.search", ["query": .string(query), "filter": filter])
        #expect(both["matches"] == [])
        let alone = try wire.call("entry.search", ["query": .string(query + " a")])
        #expect(alone["matches"]?.elements.count == 1)
        let same: JSON = ["tags": .array(Array(repeating: "t1", count: 64))]
        #expect(try wire.call("entry.list", ["filter": same])["entries"]?.elements.count == 1)
        try checkDaemonIsIntact(3)
    }

    @Test func hugeTagListIsRejected() throws {
        let tags = (0..<100_000).map { JSON.string("t\($0)") }
        let error = try wire.error("entry.create", ["text": "a", "tags": .array(tags)])
        #expect(error?.kind == "tag.invalid")
        let listing = try wire.error("entry.list", ["filter": ["tags": .array(tags)]])
        #expect(listing?.kind == "params.invalid")
        try checkDaemonIsIntact()
    }

    @Test func errorMessagesAreTruncated() throws {
        let long = String(repeating: "\u{1}", count: 150_000)
        try wire.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\(JSON.string(long).description)}")
        let line = try wire.line() ?? ""
        #expect(line.utf8.count < 16 << 10)
        #expect(try JSON.parse(line).kind == "method.unknown")
        try checkDaemonIsIntact()
    }

    @Test func lineOfMaximumLengthIsAccepted() throws {
        let request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"flush\"}"
        try wire.send(request + String(repeating: " ", count: Limits.line - request.utf8.count))
        #expect(try wire.message()?["result"] != nil)
        try checkDaemonIsIntact()
    }

    @Test func unterminatedLineIsNotExecuted() throws {
        let request =
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"entry.create\",\"params\":{\"text\":\"x\"}}"
        try wire.send(Array(request.utf8))
        wire.finishSending()
        #expect(try wire.line() == nil)
        try checkDaemonIsIntact()
    }

    @Test func daemonSurvivesRandomBytes() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            let noise = try bed.connect()
            let bytes = (0..<4000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            // The first byte selects the framing: another one could begin a header.
            try? noise.send([UInt8(ascii: "x")] + bytes + [0x0A])
            noise.finishSending()
            while let line = try noise.line() {
                #expect(line.contains("\"error\""))
            }
        }
        try checkDaemonIsIntact()
    }

    // MARK: Parameters

    @Test(arguments: [
        ("entry.create", #"{"text":5}"#, "params.invalid"),
        ("entry.create", "{}", "params.invalid"),
        ("entry.create", #"{"text":"a","tags":"b"}"#, "params.invalid"),
        ("entry.create", #"{"text":"a","id":"no uuid"}"#, "params.invalid"),
        ("entry.create", #"{"text":"a","starred":1}"#, "params.invalid"),
        ("entry.create", #"{"text":""}"#, "entry.empty"),
        ("entry.create", #"{"text":" \n\t\u00a0 "}"#, "entry.empty"),
        ("entry.create", #"{"text":"a","notebook":"unknown"}"#, "notebook.notFound"),
        ("entry.create", #"{"text":"a","notebook":"","createNotebook":true}"#, "notebook.invalid"),
        ("entry.create", #"{"text":"a","tags":["a\nb"]}"#, "tag.invalid"),
        ("entry.create", #"{"text":"a","createdAt":"yesterday"}"#, "date.invalid"),
        ("entry.create", #"{"text":"a","createdAt":"2026-02-30T10:00:00Z"}"#, "date.invalid"),
        ("entry.create", #"{"text":"a","createdAt":"2026-11-21T10:00:00"}"#, "date.invalid"),
        ("entry.list", #"{"filter":{"since":"2026-13-01"}}"#, "date.invalid"),
        ("entry.list", #"{"filter":{"notebook":"unknown"}}"#, "notebook.notFound"),
        ("entry.list", #"{"limit":0}"#, "params.invalid"),
        ("entry.list", #"{"limit":1001}"#, "params.invalid"),
        ("entry.list", #"{"page":"AAAA"}"#, "cursor.invalid"),
        ("entry.list", #"{"order":"sorted"}"#, "params.invalid"),
        ("entry.search", #"{"query":"before:soon"}"#, "search.syntax"),
        ("entry.search", #"{"query":"notebook:"}"#, "search.syntax"),
        ("entry.get", #"{"id":"12345678"}"#, "entry.notFound"),
        ("entry.get", #"{"id":"123"}"#, "params.invalid"),
        ("entry.update", #"{"id":"00000000","text":"  "}"#, "entry.empty"),
        ("entry.update", #"{"id":"00000000","ifRev":999,"text":"b"}"#, "conflict"),
        ("notebook.delete", #"{"notebook":"unknown"}"#, "notebook.notFound"),
        ("notebook.delete", #"{"notebook":"journal"}"#, "notebook.invalid"),
        ("notebook.create", #"{"name":"Journal"}"#, "notebook.exists"),
        ("tag.rename", #"{"tag":"unknown","name":"b"}"#, "tag.notFound"),
        ("batch", #"{"calls":[]}"#, "params.invalid"),
        ("batch", #"{"calls":[{"method":"status"}]}"#, "params.invalid"),
        ("subscribe", #"{"since":"nothing"}"#, "cursor.invalid"),
        (
            "entry.list", #"{"filter":{"tags":["a"\#(String(repeating: #","b""#, count: 64))]}}"#,
            "params.invalid"
        ),
        ("hello", #"{"protocol":[99]}"#, "protocol.unsupported"),
        ("unsubscribe", #"{"sub":"nobody"}"#, "subscription.notFound"),
    ])
    func invalidParametersHaveSpecificKinds(method: String, params: String, kind: String) throws {
        let error = try wire.error(method, try JSON.parse(params))
        #expect(error?.kind == kind, "\(error?.description ?? "a result")")
        #expect(error?["message"]?.stringValue?.isEmpty == false)
        try checkDaemonIsIntact()
    }

    @Test func emptyNotebookIsNotDeletedWithAWrongTarget() throws {
        try wire.call("notebook.create", ["name": "empty"])
        for target in ["unknown", "", "empty"] {
            let params: JSON = ["notebook": "empty", "moveEntriesTo": .string(target)]
            #expect(try wire.error("notebook.delete", params) != nil, "\(target)")
        }
        try wire.call("notebook.delete", ["notebook": "empty", "moveEntriesTo": "journal"])
        try checkDaemonIsIntact()
    }

    @Test func textLengthIsLimited() throws {
        let longest = String(repeating: "a", count: Limits.entryText)
        let id = try wire.call("entry.create", ["text": .string(longest)])["id"] ?? .null
        #expect(try wire.call("entry.get", ["id": id])["entry"]?["text"] == .string(longest))
        let error = try wire.error("entry.create", ["text": .string(longest + "a")])
        #expect(error?.kind == "entry.tooLarge")
        #expect(error?["data"]?["limit"] == .integer(Int64(Limits.entryText)))
        try checkDaemonIsIntact(2)
    }

    @Test func entryIDIsUnique() throws {
        let again: JSON = ["id": "00000000-1111-4000-8000-000000000001", "text": "here before"]
        #expect(try wire.call("entry.create", again)["created"] == false)
        let other: JSON = ["id": "00000000-1111-4000-8000-000000000001", "text": "another"]
        let error = try wire.error("entry.create", other)
        #expect(error?.kind == "entry.exists")
        #expect(error?["data"]?["current"]?["text"] == "here before")
        try checkDaemonIsIntact()
    }

    @Test func ambiguousPrefixReportsCandidates() throws {
        try wire.call(
            "entry.create",
            ["id": "00000000-2222-4000-8000-000000000002", "text": "the other"]
        )
        let error = try wire.error("entry.get", ["id": "00000000"])
        #expect(error?.kind == "entry.ambiguous")
        #expect(error?["data"]?["candidates"]?.elements.count == 2)
        #expect(try wire.call("entry.get", ["id": "00000000-2"])["entry"]?["text"] == "the other")
    }

    @Test func requestIDInFlightIsRejected() throws {
        let line = { (id: Int) in
            "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"entry.create\",\"params\":{\"text\":\"a\"}}\n"
        }
        // The daemon reads all three before the writer can have answered the first.
        try wire.send(Array((line(7) + line(7) + line(8)).utf8))
        let replies = try (0..<3).map { _ in try wire.message() }
        #expect(replies.compactMap { $0?.kind } == ["request.duplicateId"])
        #expect(replies.filter { $0?["result"] != nil }.count == 2)
        try checkDaemonIsIntact(3)
    }

    @Test func cursorOfAnotherStoreIsForeign() throws {
        let other = try TestBed()
        let otherDaemon = try other.serve()
        let cursor = try other.connect().call("flush")["cursor"] ?? .null
        let error = try wire.error("subscribe", ["since": cursor])
        #expect(error?.kind == "cursor.foreign")
        #expect(error?["data"]?["cursor"] == (try wire.call("flush")["cursor"]))
        #expect(otherDaemon.poll() == nil)
        try checkDaemonIsIntact()
    }

    @Test func requestsBeyondTheConcurrencyLimitComplete() throws {
        let line =
            "{\"jsonrpc\":\"2.0\",\"id\":@,\"method\":\"entry.create\",\"params\":{\"text\":\"@\"}}\n"
        let silent = line.replacing(#""id":@,"#, with: "").replacing("@", with: "silent")
        let lines = (0..<1000).map { line.replacing("@", with: "\($0)") + silent }.joined()
        let before = try wire.call("entry.count")["count"]?.integerValue ?? 0
        try wire.send(Array(lines.utf8))
        let replies = try (0..<1000).map { _ in try wire.message() }
        #expect(Set(replies.compactMap { $0?["id"]?.integerValue }).count == 1000)
        #expect(replies.allSatisfy { $0?.kind == nil })
        #expect(try wire.call("entry.count")["count"] == .integer(before + 2000))
        try checkDaemonIsIntact(before + 2000)
    }

    @Test func maximumTextIsAcceptedEvenIfFullyEscaped() throws {
        let text = String(repeating: "\u{1B}", count: Limits.entryText)
        let written = try wire.call("entry.create", ["text": .string(text)])
        let entry = try wire.call("entry.get", ["id": written["id"] ?? .null])["entry"]
        #expect(entry?["text"] == .string(text))
    }
}
