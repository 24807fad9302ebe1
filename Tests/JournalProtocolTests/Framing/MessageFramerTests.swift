// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct MessageFramerTests {
    private static let bodies = [#"{"a":1}"#, #"{"b":"x\\ny"}"#, "{}"]

    private static func header(_ body: String) -> String {
        "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private static let inputs: [(String, Framing, [String])] = [
        (bodies.joined(separator: "\n") + "\n", .lines, bodies),
        ("\r\n \n" + bodies[0] + "\r\n", .lines, [bodies[0]]),
        ("[{}]\n", .lines, ["[{}]"]),
        ("[ [1]]\n", .lines, ["[[1]]"]),
        ("nonsense\n", .lines, ["nonsense"]),
        ("[1,{}]\n[2,{}]\n", .channel, ["[1,{}]", "[2,{}]"]),
        (" \n [ 1,{}]\n", .channel, ["[1,{}]"]),
        ("[ \n1\n", .lines, ["[", "1"]),
        ("[-1,{}]\n", .channel, ["[-1,{}]"]),
        (bodies.map(header).joined(), .headers, bodies),
        (bodies.map(header).joined(separator: "\r\n"), .headers, bodies),
        ("content-length:2\n\n{}", .headers, ["{}"]),
        ("Content-Type: x; y\r\nContent-Length:  2 \r\n\r\n{}", .headers, ["{}"]),
        ("Content-Length: 0\r\n\r\n" + header("{}"), .headers, ["{}"]),
    ]

    @Test(arguments: inputs.indices, [1, 2, 3, 7, 1000])
    func firstBytesSelectTheFraming(index: Int, length: Int) throws {
        let (input, framing, expected) = Self.inputs[index]
        var framer = MessageFramer()
        var messages: [String] = []
        var rest = Array(input.utf8)[...]
        while !rest.isEmpty {
            framer.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
            while let message = try framer.next() {
                messages.append(String(decoding: message, as: UTF8.self))
            }
        }
        #expect(messages == expected)
        #expect(framer.framing == framing)
        #expect(framer.pendingCount == 0)
    }

    @Test(arguments: [
        ("Content-Length: 17\r\n\r\n", FramingError.tooLong(limit: 16)),
        ("Content-Length: 99999999999999999999\r\n\r\n", .tooLong(limit: 16)),
        ("{" + String(repeating: " ", count: 40), .tooLong(limit: 16)),
        ("[1" + String(repeating: " ", count: 40), .tooLong(limit: 16)),
    ])
    func limitsAreEnforcedBeforeTheMessageIsComplete(input: String, error: FramingError) {
        var framer = MessageFramer(limit: 16)
        framer.append(Array(input.utf8))
        for _ in 0..<2 {
            let thrown = #expect(throws: FramingError.self) { try framer.next() }
            #expect(thrown == error)
            framer.append(Array("{}\n".utf8))
        }
        #expect(framer.pendingCount < 16)
    }

    @Test(arguments: [
        "Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length:\r\n\r\n",
        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        "Content-Type: x\r\n\r\n", "Content\r\n\r\n", "C" + String(repeating: "x", count: 5000),
    ])
    func malformedHeadersAreRejected(input: String) {
        var framer = MessageFramer()
        framer.append(Array(input.utf8))
        let error = #expect(throws: FramingError.self) { try framer.next() }
        guard case .invalidHeader? = error else {
            Issue.record("expected an invalid header, got \(String(describing: error))")
            return
        }
    }

    @Test func whiteSpaceBeforeTheFirstMessageIsNotKept() throws {
        var framer = MessageFramer(limit: 16)
        framer.append(Array(repeating: 0x20, count: 1000))
        framer.append([UInt8(ascii: "[")])
        framer.append(Array(repeating: 0x09, count: 1000))
        #expect(try framer.next() == nil)
        #expect(framer.pendingCount == 0)
        #expect(framer.framing == nil)
    }

    @Test(arguments: Framing.allCases)
    func messagesAreReadAsTheyAreWritten(framing: Framing) throws {
        var bytes: [UInt8] = []
        for (offset, body) in Self.bodies.enumerated() {
            framing.append(Array(body.utf8), number: Int64(offset), to: &bytes)
        }
        var framer = MessageFramer()
        framer.append(bytes)
        var messages: [String] = []
        while let message = try framer.next() {
            messages.append(String(decoding: message, as: UTF8.self))
        }
        let channel = Self.bodies.enumerated().map { "[\($0),\($1)]" }
        #expect(messages == (framing == .channel ? channel : Self.bodies))
        #expect(framer.framing == framing)
    }
}

struct ChannelRequestTests {
    private func request(_ text: String) throws(Request.Fault) -> Request {
        try Request(channelLine: Array(text.utf8))
    }

    @Test func numberIsTheID() throws {
        let request = try request(#"[7,{"method":"m","params":{"a":1}}]"#)
        #expect(request == Request(id: 7, method: "m", params: ["a": 1]))
        #expect(try self.request(#"[7,{"jsonrpc":"2.0","id":7,"method":"m"}]"#).id == 7)
    }

    @Test func numberZeroIsANotification() throws {
        #expect(try request(#"[0,{"method":"m"}]"#).id == nil)
    }

    @Test(
        arguments: [
            ("{}", nil), ("[1]", 1), (#"["a",{"method":"m"}]"#, nil), ("[1,2]", 1),
            (#"[5,"x"]"#, 5), ("[5,{},1]", 5), ("[0,2]", nil),
            (#"[1,{"id":2,"method":"m"}]"#, 1), (#"[3,{}]"#, 3),
            (#"[0,{"id":1,"method":"m"}]"#, nil),
            (#"[4,{"jsonrpc":"1.0","method":"m"}]"#, 4), ("[9]", 9),
        ] as [(String, RequestID?)]
    )
    func otherLinesAreRejected(line: String, id: RequestID?) {
        let fault = #expect(throws: Request.Fault.self) { try request(line) }
        #expect(fault?.error.kind == .requestInvalid)
        #expect(fault?.id == id)
    }

    @Test func idOfNullIsAbsent() throws {
        #expect(try request(#"[7,{"id":null,"method":"m"}]"#).id == 7)
        #expect(try request(#"[0,{"id":null,"method":"m"}]"#).id == nil)
    }

    @Test(
        arguments: [
            (#"[5,{"method":}]"#, 5), (" [ -6 , {\"a\":1,\"a\":2}]", -6), ("[7,{}", 7),
            ("[0,{]", nil), ("[1.5,{]", nil), ("[99999999999999999999,{]", nil), ("[{]", nil),
        ] as [(String, RequestID?)]
    )
    func invalidLineHasTheIDOfItsNumber(line: String, id: RequestID?) {
        let fault = #expect(throws: Request.Fault.self) { try request(line) }
        #expect(fault?.error.kind == .parseInvalid)
        #expect(fault?.id == id)
    }
}
