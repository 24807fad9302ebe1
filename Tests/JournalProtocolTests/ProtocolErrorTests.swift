// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct ProtocolErrorTests {
    @Test(arguments: [1024, 1025, 4000], ["a", "é", "日", "🎉"])
    func longMessagesAreCutAtACharacter(length: Int, character: String) {
        let message = String(repeating: character, count: length / character.utf8.count + 1)
        let error = ProtocolError(.internal, message)
        #expect(error.message.utf8.count <= ProtocolError.maximumMessageLength + 2)
        #expect(error.message.hasSuffix("…"))
        let short = String(message.prefix(1024 / character.utf8.count))
        #expect(ProtocolError(.internal, short).message == short)
    }

    @Test func errorOfAnotherServerHasItsCode() throws {
        let json: JSON = ["code": -32_000, "message": "no", "data": "text"]
        let error = try ProtocolError(json: json)
        #expect(error.code == -32_000)
        #expect(error.kind == .internal)
        #expect(!error.retryable)
        #expect(error.details == JSONObject())
        let plain = try ProtocolError(json: ["code": 1, "message": "no"])
        #expect(plain.kind == .internal)
    }

    @Test func kindOfANewerServerIsKept() throws {
        let json: JSON = [
            "code": 1, "message": "no", "data": ["kind": "new.kind", "retryable": true, "more": 7],
        ]
        let error = try ProtocolError(json: json)
        #expect(error.kind.rawValue == "new.kind")
        #expect(error.retryable)
        #expect(error.details == ["more": 7])
        #expect(error.json == json)
        #expect(error.description == "no (new.kind)")
    }

    @Test(
        arguments: [
            ([0x22, 0xFF], ErrorKind.parseUTF8), (Array("{".utf8), .parseInvalid),
            ([UInt8](repeating: 0x5B, count: Limits.depth + 1), .limitDepth), ([], .parseInvalid),
            (Array("{}x".utf8), .parseInvalid),
        ] as [([UInt8], ErrorKind)]
    )
    func textThatIsNoJSONHasAKindAndAPlace(text: [UInt8], kind: ErrorKind) {
        let error = #expect(throws: JSONError.self) { try JSON.parse(text) }
        let reply = error.map { ProtocolError($0) }
        #expect(reply?.kind == kind)
        #expect(reply?.details["offset"]?.integerValue.map { $0 <= text.count } == true)
        #expect(reply?.message.hasPrefix("invalid JSON: ") == true)
    }

    @Test func inputAfterWhichTheConnectionClosesIsNamed() {
        let long = ProtocolError(FramingError.tooLong(limit: 9))
        #expect(long.kind == .limitLine)
        #expect(long.details == ["limit": 9])
        let header = ProtocolError(FramingError.invalidHeader("x"))
        #expect(header.kind == .parseInvalid)
        #expect(header.message == "invalid header: x")
    }

    @Test func failedCallOfABatchIsNamed() throws {
        let cause = ProtocolError.unknownMethod("x")
        let error = ProtocolError.batchFailed(index: 3, cause: cause)
        #expect(error.message.contains("because call 3 failed: unknown method \"x\""))
        let details = try #require(error.details["cause"])
        #expect(try ProtocolError(json: details) == cause)
        #expect(try ProtocolError(json: error.json) == error)
    }

    @Test func reservedStoreIsNamed() {
        let error = ProtocolError.storeIsBeingChanged("/no/such/journal.store")
        #expect(error.kind == .storeLocked)
        #expect(
            error.message.hasPrefix("/no/such/journal.store is being changed by another process")
        )
    }
}
