// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// Requests of a client and the ids by which their responses are found.
struct RequestTests {
    private func fault(_ line: String) -> Request.Fault? {
        #expect(throws: Request.Fault.self) { try Request(line: Array(line.utf8)) }
    }

    @Test(arguments: [
        ("[]", "arrays of requests are not supported; use the method \"batch\""),
        ("3", "a request must be an object, not a number"),
        ("null", "a request must be an object, not null"),
        ("\"a\"", "a request must be an object, not a string"),
        (#"{"id":true}"#, "id: expected a string or an integer, got a boolean"),
        (#"{"id":[1]}"#, "id: expected a string or an integer, got an array"),
        (#"{"id":1}"#, "the member \"jsonrpc\" must be \"2.0\""),
        (#"{"id":1,"jsonrpc":2}"#, "the member \"jsonrpc\" must be \"2.0\""),
        (#"{"id":1,"jsonrpc":"2.0"}"#, "the member \"method\" must be a string"),
        (#"{"id":1,"jsonrpc":"2.0","method":null}"#, "the member \"method\" must be a string"),
        (#"{"jsonrpc":"2.0","method":"x","params":1}"#, "params: expected an object, got a number"),
        ("{", "invalid JSON: "),
    ])
    func faultIsAnError(line: String, message: String) {
        #expect(fault(line)?.error.message.hasPrefix(message) == true)
    }

    @Test func idHasALimitedLength() throws {
        let longest = String(repeating: "é", count: Limits.requestID / 2) + "x"
        let line = #"{"jsonrpc":"2.0","id":"\#(longest)","method":"status"}"#
        #expect(try Request(line: Array(line.utf8)).id == .string(longest))
        let error = fault(#"{"jsonrpc":"2.0","id":"\#(longest)x","method":"status"}"#)
        #expect(error?.error.message == "id: expected at most 255 bytes")
        #expect(error?.id == nil)
    }

    @Test(arguments: [
        (#"{"jsonrpc":"1.0","id":7,"method":"x"}"#, #"{"jsonrpc":"2.0","id":7,"error":{"#),
        (#"{"jsonrpc":"2.0","id":"a"}"#, #"{"jsonrpc":"2.0","id":"a","error":{"#),
        ("{", #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"#),
    ])
    func faultHasAResponse(line: String, start: String) {
        let response = fault(line)?.response.line ?? []
        #expect(String(decoding: response, as: UTF8.self).hasPrefix(start))
    }

    @Test(arguments: [
        (RequestID.integer(7), Int64(7)), (.integer(-1), -1), (.integer(.max), .max), ("7", 0),
    ])
    func numberOfAChannelIsAnInteger(id: RequestID, number: Int64) {
        #expect(id.channelNumber == number)
    }

    @Test(arguments: [
        #"{"jsonrpc":"2.0","method":"status"}"#, #"{"jsonrpc":"2.0","id":-9,"method":"a.b"}"#,
        #"{"jsonrpc":"2.0","id":"","method":"","params":{}}"#,
        #"{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":[null,{"b":0.5}]}}"#,
    ])
    func requestIsWrittenAsItWasRead(line: String) throws {
        let request = try Request(line: Array(line.utf8))
        #expect(String(decoding: request.line, as: UTF8.self) == line)
    }

    /// A client adds members for its own purposes, and the order is free.
    @Test func otherMembersAreIgnored() throws {
        let line = #"{"trace":{"id":2},"params":null,"method":"status","id":1,"jsonrpc":"2.0"}"#
        #expect(try Request(line: Array(line.utf8)) == Request(id: 1, method: "status"))
    }

    @Test(arguments: [
        ("[]", "expected an object, got an array"), ("7", "expected an object, got a number"),
        ("{", "invalid JSON: "), (#"{"id":1}"#, #"reply: must have either "result" or "error""#),
        (#"{"id":1.5,"result":{}}"#, "reply.id: expected a string or an integer, got a number"),
        (#"{"id":1,"error":{"code":1}}"#, "reply.error.message: is required"),
        (#"{"id":1,"error":7}"#, "reply.error: expected an object, got a number"),
        (#"{"id":1,"error":{"code":"a","message":"b"}}"#, "reply.error.code: expected an integer"),
    ])
    func faultOfAServerIsNamed(line: String, problem: String) {
        let fault = #expect(throws: ServerMessage.Fault.self) {
            try ServerMessage(line: Array(line.utf8))
        }
        #expect(fault?.problem.hasPrefix(problem) == true, "\(fault?.problem ?? "")")
    }

    @Test func responseWithAnErrorHasNoResult() throws {
        let line = #"{"id":null,"result":{},"error":{"code":7,"message":"no"}}"#
        guard case .response(let response) = try ServerMessage(line: Array(line.utf8)),
            case .failure(let error) = response.outcome
        else {
            Issue.record("expected an error")
            return
        }
        #expect(response.id == nil)
        #expect(error.message == "no")
    }

    @Test func notificationWithoutContentHasNone() throws {
        let message = try ServerMessage(line: Array(#"{"method":"x","id":1}"#.utf8))
        #expect(message == .notification(ServerNotification(method: "x", params: .null)))
    }
}
