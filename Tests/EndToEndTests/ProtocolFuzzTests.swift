// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Random and damaged requests in all framings.
struct ProtocolFuzzTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    @Test func damagedRequestsDoNoHarm() throws { try fuzz(lines: 8_000, seed: 1) }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil))
    func millionDamagedRequestsDoNoHarm() throws { try fuzz(lines: 1_000_000, seed: 2) }

    private func fuzz(lines total: Int, seed: UInt64) throws {
        let daemon = try bed.serve("--log-level", "error")
        let observer = try bed.connect()
        var generator = RequestGenerator(seed: seed)
        var peers = try Framing.allCases.flatMap { framing in
            try (0..<2).map { _ in try FuzzedPeer(bed, framing) }
        }
        var sent = 0
        var middle = 0
        while sent < total {
            for index in peers.indices {
                let count = 50
                let bytes = (0..<count).flatMap { _ in generator.message(peers[index].framing) }
                try peers[index].exchange(bytes)
                sent += count
            }
            // The daemon answers others in the meantime.
            let status = try observer.call("status")
            #expect(status["pid"] == .integer(Int64(daemon.pid)))
            if middle == 0, sent >= total / 2 { middle = try residentMemory(of: daemon) }
        }
        // The daemon may still be reading.
        try eventually("an input that closes a connection") {
            for index in peers.indices { try peers[index].readReplies() }
            return peers.contains { $0.closedCount > 0 } ? true : nil
        }
        #expect(peers.flatMap(\.internalErrors).prefix(3) == [])
        #expect(try residentMemory(of: daemon) - middle < 64 << 20)
        peers = []
        try eventually("the end of the fuzzed connections") {
            try observer.call("status")["clients"] == 1 ? true : nil
        }
        #expect(try observer.call("status")["memory"] == 0)
        let count = try observer.call("entry.count")["count"]
        #expect(try bed.journal("daemon", "stop").status == 0)
        #expect(try daemon.wait().status == 0)
        // The store is whole.
        let again = try bed.serve()
        #expect(try bed.connect().call("entry.count")["count"] == count)
        #expect(again.poll() == nil)
    }

    private func residentMemory(of daemon: ChildProcess) throws -> Int {
        let fields = String(
            decoding: try FileSystem.read("/proc/\(daemon.pid)/statm"),
            as: UTF8.self
        )
        .split(separator: " ")
        return try #require(fields.dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
    }
}

/// A connection whose input is random; it is opened again when the daemon closes it.
private struct FuzzedPeer {
    let framing: Framing
    private let bed: TestBed
    private var wire: Wire
    private(set) var closedCount = 0
    /// Replies that report a defect of the daemon.
    private(set) var internalErrors: [String] = []

    init(_ bed: TestBed, _ framing: Framing) throws {
        self.bed = bed
        self.framing = framing
        wire = try bed.connect()
    }

    /// Sends bytes while it reads the replies, so that neither side waits for the other.
    mutating func exchange(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let sent = try? wire.sendSome(Array(rest), within: .milliseconds(1)) else {
                return try reopen()
            }
            rest = rest.dropFirst(sent)
            if !discard() { return try reopen() }
        }
    }

    /// Reads the replies that have arrived.
    mutating func readReplies() throws {
        if !discard() { try reopen() }
    }

    private mutating func discard() -> Bool {
        wire.readAvailable { chunk in
            let defect = Array(#""kind":"internal""#.utf8)
            guard chunk.firstRange(of: defect) != nil, internalErrors.count < 3 else { return }
            internalErrors.append(String(decoding: chunk.prefix(2000), as: UTF8.self))
        }
    }

    private mutating func reopen() throws {
        _ = discard()
        closedCount += 1
        wire = try bed.connect()
    }
}

/// Generates requests, most of them damaged.
private struct RequestGenerator {
    private var state: UInt64
    private var lastID = 0

    private static let texts = [
        "a", "rain", "", " ", "b\\u0000c", "\\ud83d\\ude00",
        "long " + String(repeating: "x", count: 900),
    ]
    private static let names = ["work", "Work", "journal", "home", "", "t1", "\\u202e"]
    private static let values = [
        "null", "true", "0", "-1", "1e400", "5.5", "9223372036854775808", "[]", "{}", "\"\"",
        "\"x\"", "[[[[[]]]]]", "{\"a\":{\"b\":[1]}}", "\"\\ud800\"",
    ]
    private static let methods = MethodName.allCases.filter { $0 != .shutdown }

    init(seed: UInt64) { state = seed }

    /// Returns a message in a framing.
    mutating func message(_ framing: Framing) -> [UInt8] {
        var text = Array(request().utf8)
        if pick(3) == 0 { damage(&text) }
        switch framing {
        case .lines: return text + [0x0A]
        case .channel:
            lastID += 1
            let bracket = pick(40) == 0 ? "" : "]"
            return Array("[\(lastID),".utf8) + text + Array("\(bracket)\n".utf8)
        case .headers:
            // A wrong length makes the rest of the stream nonsense, which ends the connection.
            let length = pick(400) == 0 ? pick(2_000) : text.count
            return Array("Content-Length: \(length)\r\n\r\n".utf8) + text
        }
    }

    private mutating func request() -> String {
        let method = Self.methods[pick(Self.methods.count)]
        lastID += 1
        let id = pick(20) == 0 ? one(of: Self.values) : "\(lastID)"
        let params = pick(30) == 0 ? one(of: Self.values) : parameters(of: method)
        return #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method.rawValue)","params":\#(params)}"#
    }

    private mutating func parameters(of method: MethodName) -> String {
        var members: [String] = []
        for parameter in MethodDescription.of(method).parameters where pick(3) != 0 {
            members.append("\"\(parameter.name)\":\(value(of: parameter.name))")
        }
        return "{\(members.joined(separator: ","))}"
    }

    /// Returns a value that the parameter may have, or any other.
    private mutating func value(of name: String) -> String {
        guard pick(8) != 0 else { return one(of: Self.values) }
        switch name {
        case "id", "sub", "list": return pick(2) == 0 ? "\(pick(lastID + 1))" : "\"0\(pick(9999))\""
        case "text", "query": return "\"\(one(of: Self.texts))\""
        case "notebook", "tag", "name", "moveEntriesTo": return "\"\(one(of: Self.names))\""
        case "tags": return "[\"\(one(of: Self.names))\",\"\(one(of: Self.names))\"]"
        case "filter": return "{\"tags\":[\"\(one(of: Self.names))\"],\"starred\":\(pick(2) == 0)}"
        case "limit", "ifRev": return "\(pick(50))"
        case "calls":
            let call = Self.methods[pick(Self.methods.count)]
            return #"[{"method":"\#(call.rawValue)","params":{"text":"a","name":"n\#(pick(9))"}}]"#
        default: return pick(2) == 0 ? "true" : one(of: Self.values)
        }
    }

    private mutating func damage(_ text: inout [UInt8]) {
        for _ in 0...pick(3) where !text.isEmpty {
            let place = pick(text.count)
            switch pick(5) {
            case 0: text[place] = UInt8(pick(256))
            case 1: text.remove(at: place)
            case 2: text.insert(UInt8(pick(256)), at: place)
            case 3: text.removeSubrange(place..<min(text.count, place + pick(40)))
            default: text.insert(contentsOf: text[place..<min(text.count, place + pick(40))], at: 0)
            }
        }
    }

    private mutating func one(of values: [String]) -> String { values[pick(values.count)] }

    /// Returns a number below a limit, from a sequence that depends only on the seed.
    private mutating func pick(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}
