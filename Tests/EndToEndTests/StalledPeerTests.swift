// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Peers that are slow, and peers that stop.
struct StalledPeerTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    private func uptime(_ wire: Wire) throws -> Double {
        guard case .number(let uptime)? = try wire.call("status")["uptime"] else {
            throw Stuck("the status has no uptime")
        }
        return uptime
    }

    private func fill(_ wire: Wire, _ count: Int) throws {
        let text = JSON.string(String(repeating: "x", count: 50_000))
        for _ in 1...count { try wire.call("entry.create", ["text": text]) }
    }

    @Test func slowReaderReceivesEverything() throws {
        let daemon = try bed.serve("--stall-timeout", "1")
        let writer = try bed.connect()
        #expect(try writer.call("hello")["limits"]?["stall"] == 1)
        let reader = try bed.connect()
        try reader.call("subscribe", ["include": "full"])
        try fill(writer, 40)
        // The buffers become empty only after several times the timeout.
        let start = try uptime(writer)
        var items = 0
        while items < 40 {
            let due = start + 0.1 * Double(items)
            while try uptime(writer) < due {}
            items += try reader.notification()["params"]?["items"]?.elements.count ?? 0
        }
        #expect(try writer.call("clients")["clients"]?.elements.count == 2)
        #expect(daemon.poll() == nil)
    }

    @Test func stoppedReaderIsClosedAndResumes() throws {
        let daemon = try bed.serve("--stall-timeout", "1")
        let writer = try bed.connect()
        let reader = try bed.connect()
        let cursor = try reader.call("subscribe", ["include": "full"])["cursor"] ?? .null
        try fill(writer, 40)
        try eventually("the end of the subscription") {
            try writer.call("status")["subscriptions"] == 0 ? true : nil
        }
        var lines: [JSON] = []
        while let line = try reader.line() { lines.append(try JSON.parse(line)) }
        #expect(lines.last?.kind == "limit.stalled")
        #expect(lines.last?["error"]?["data"]?["limit"] == 1)
        #expect(lines.dropLast().last?["params"]?["reason"] == "stalled")
        let last = lines.last { $0["method"] == "changes" }?["params"]?["to"] ?? cursor
        let sent = lines.compactMap { $0["params"]?["items"]?.elements.count }.reduce(0, +)
        let again = try bed.connect()
        try again.call("subscribe", ["since": last])
        try again.call("flush")
        let rest = again.takeWaiting().compactMap { $0["params"]?["items"]?.elements.count }
        #expect(sent + rest.reduce(0, +) == 40)
        #expect(daemon.poll() == nil)
    }

    @Test func timeoutOfZeroIsRejected() throws {
        let result = try bed.run([Built.daemon, "--in-memory", "--stall-timeout", "0"])
        #expect(result.status == 64)
        #expect(result.errors.contains("invalid time \"0\""), "\(result.errors)")
    }

    @Test func halfRequestIsClosedWithAReason() throws {
        let daemon = try bed.serve("--stall-timeout", "1")
        let wire = try bed.connect()
        try wire.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"entry.create","#.utf8))
        let message = try wire.message()
        #expect(message?.kind == "limit.stalled")
        #expect(message?["id"] == .null)
        #expect(try wire.line() == nil)
        #expect(daemon.errors.contains("closing a connection"), "\(daemon.errors)")
    }

    /// Without a limit they would use 200 MiB.
    @Test func halfRequestsOfManyConnectionsUseLittleMemory() throws {
        let daemon = try bed.serve()
        let before = try residentMemory(of: daemon)
        let half = Array(
            #"{"jsonrpc":"2.0","id":1,"method":"entry.create","params":{"text":""#.utf8
        )
        let bytes = half + [UInt8](repeating: UInt8(ascii: "x"), count: (4 << 20) - 200)
        let wires = try (0..<50).map { _ in try bed.connect() }
        // Those that fit, of which the first one stalls first, then as far as the daemon reads.
        for wire in wires.prefix(16) { try wire.send(bytes) }
        for wire in wires.dropFirst(16) {
            _ = try wire.sendSome(bytes, within: .milliseconds(10))
        }
        let other = try bed.connect()
        try other.call("entry.create", ["text": "short"])
        let status = try other.call("status")
        let used = try #require(status["memory"]?.integerValue)
        #expect(used < Limits.memory + Limits.line + (4 << 20))
        #expect(try residentMemory(of: daemon) - before < 160 << 20)
        let paused = try other.call("clients")["clients"]?.elements.filter { $0["paused"] == true }
        #expect(paused?.isEmpty == false)
        let closed = try wires[0].message(within: .seconds(60))
        #expect(closed?.kind == "limit.memory")
        #expect(daemon.poll() == nil)
    }

    private func residentMemory(of daemon: ChildProcess) throws -> Int {
        let path = "/proc/\(daemon.pid)/statm"
        let fields = String(decoding: try FileSystem.read(path), as: UTF8.self)
            .split(separator: " ")
        return try #require(fields.dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
    }
}
