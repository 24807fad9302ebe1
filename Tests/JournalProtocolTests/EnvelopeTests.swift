// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct EnvelopeTests {
    @Test func requestRoundTrips() throws {
        let request = Request(id: 7, call: EntryCreate(text: "hi"))
        let line = String(decoding: request.line, as: UTF8.self)
        #expect(
            line == #"{"jsonrpc":"2.0","id":7,"method":"entry.create","params":{"text":"hi"}}"#
        )
        #expect(try Request(line: request.line) == request)
    }

    @Test func requestIDsKeepTypeAndPrecision() throws {
        let line = #"{"jsonrpc":"2.0","id":9007199254740993,"method":"status"}"#
        let request = try Request(line: Array(line.utf8))
        #expect(request.id == .integer(9_007_199_254_740_993))
        let text = try Request(line: Array(#"{"jsonrpc":"2.0","id":"1","method":"x"}"#.utf8))
        #expect(text.id == .string("1"))
    }

    @Test(
        arguments: [
            (#"{"jsonrpc":"2.0","id":1,"method":"#, nil, ErrorKind.parseInvalid),
            ("\u{1}", nil, .parseInvalid),
            ("[]", nil, .requestInvalid), ("3", nil, .requestInvalid),
            (#"[{"jsonrpc":"2.0","id":1,"method":"status"}]"#, nil, .requestInvalid),
            (#"{"id":1,"method":"status"}"#, 1, .requestInvalid),
            (#"{"jsonrpc":"1.0","id":1,"method":"status"}"#, 1, .requestInvalid),
            (#"{"jsonrpc":"2.0","id":null,"method":"status"}"#, nil, .requestInvalid),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"status"}"#, nil, .requestInvalid),
            (#"{"jsonrpc":"2.0","id":1}"#, 1, .requestInvalid),
            (#"{"jsonrpc":"2.0","id":"a","method":5}"#, "a", .requestInvalid),
            (#"{"jsonrpc":"2.0","id":1,"method":"x","params":[1]}"#, 1, .paramsInvalid),
        ] as [(String, RequestID?, ErrorKind)]
    )
    func invalidRequestsReportTheirIDIfReadable(
        line: String,
        id: RequestID?,
        kind: ErrorKind
    ) throws {
        let fault = #expect(throws: Request.Fault.self) {
            try Request(line: Array(line.utf8))
        }
        #expect(fault?.id == id)
        #expect(fault?.error.kind == kind)
    }

    @Test func nestingAndUTF8ErrorsHaveSpecificKinds() {
        let deep =
            #"{"jsonrpc":"2.0","id":1,"method":"x","params":"#
            + String(repeating: "[", count: 100)
        let depth = #expect(throws: Request.Fault.self) { try Request(line: Array(deep.utf8)) }
        #expect(depth?.error.kind == .limitDepth)
        let utf8 = #expect(throws: Request.Fault.self) {
            try Request(line: [0x22, 0xFF, 0x22])
        }
        #expect(utf8?.error.kind == .parseUTF8)
        #expect(utf8?.error.details["offset"] == 1)
    }

    @Test func responseRoundTrips() throws {
        let replies = [
            Response(id: 1, outcome: .success(["ok": true])),
            Response(id: "x", outcome: .success(.null)),
            Response(id: nil, outcome: .failure(ProtocolError(.parseInvalid, "no"))),
            Response(id: 2, outcome: .failure(.batchFailed(index: 3, cause: .unknownMethod("y")))),
        ]
        for reply in replies {
            #expect(try ServerMessage(line: reply.line) == .response(reply))
        }
    }

    @Test func notificationRoundTrips() throws {
        let note = End(subscription: 4, reason: "shutdown").notification
        #expect(try ServerMessage(line: note.line) == .notification(note))
    }

    @Test(arguments: ["", "[]", #"{"id":1}"#, #"{"id":1,"error":{"code":"x"}}"#])
    func malformedServerMessagesAreRejected(line: String) {
        #expect(throws: ServerMessage.Fault.self) { try ServerMessage(line: Array(line.utf8)) }
    }
}
