// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct ErrorKindTests {
    @Test func kindsAndCodesAreUnique() {
        let names = Set(ErrorKind.definitions.map(\.kind))
        #expect(names.count == ErrorKind.definitions.count)
        let ours = ErrorKind.definitions.map(\.code).filter { $0 > 0 }
        #expect(Set(ours).count == ours.count)
    }

    @Test(arguments: ErrorKind.definitions.map(\.kind))
    func everyErrorRoundTrips(kind: ErrorKind) throws {
        let error = ProtocolError(kind, "what failed", details: ["offset": 3])
        #expect(error.code == kind.definition?.code)
        #expect(error.retryable == kind.definition?.retryable)
        #expect(try ProtocolError(json: error.json) == error)
    }

    @Test func unknownKindRoundTrips() throws {
        let json: JSON = [
            "code": 1999, "message": "m", "data": ["kind": "moon.full", "retryable": true],
        ]
        let error = try ProtocolError(json: json)
        #expect(error.kind.definition == nil)
        #expect(error.retryable)
        #expect(error.json == json)
    }

    @Test func errorWithoutDataIsReadable() throws {
        let error = try ProtocolError(json: ["code": -32601, "message": "no such method"])
        #expect(error.kind == .internal)
        #expect(error.code == -32601)
    }
}
