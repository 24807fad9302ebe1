// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalProtocol

struct SecretTests {
    private func text(_ secret: Secret) -> String {
        secret.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        (#""plain words""#, "plain words"), (#""""#, ""),
        (#""a\"b\\c\n\u00e9""#, "a\"b\\c\n\u{E9}"),
        (#""caf\u0065\u0301 \ud83d\ude00""#, "cafe\u{301} \u{1F600}"), (#""é""#, "\u{E9}"),
    ])
    func passphraseOfARequestIsASecret(json: String, expected: String) throws {
        let parsed = try JSON.parse(Array(#"{"passphrase":\#(json)}"#.utf8))
        guard case .secret(let secret)? = parsed["passphrase"] else {
            Issue.record("\(parsed) contains no secret")
            return
        }
        #expect(text(secret) == expected)
        #expect(try StoreUnlock(json: parsed).passphrase == secret)
        #expect(try JSON.parse(parsed.serialized()) == parsed)
        let plain: JSON = ["passphrase": .string(expected)]
        #expect(parsed.serialized() == plain.serialized())
    }

    @Test func keyIsASecretAlsoInReplies() throws {
        let parsed = try JSON.parse(Array(#"{"space":"s","key":"K1-AB"}"#.utf8))
        let reply = try SyncInit.Reply(json: parsed)
        #expect(reply.key.map(text) == "K1-AB")
        #expect("\(reply)".contains("AB") == false)
        #expect(reply.json == parsed)
        let join: JSON = ["hub": "/h", "key": "K1-AB"]
        #expect(try SyncJoin(json: join).credential == .key("K1-AB"))
    }

    @Test func keysOfRecordsAreStillBytes() throws {
        let parsed = try JSON.parse(Array(#"{"key":"YWI="}"#.utf8))
        #expect(try JSONFields(parsed).required("key", as: Base64.self).bytes == [0x61, 0x62])
    }

    @Test(arguments: [#""a"#, #""\ud800""#, #""\x""#, "\"a\u{1}\""])
    func malformedPassphraseIsAnError(json: String) {
        let start = Array(#"{"passphrase":"#.utf8)
        #expect(throws: JSONError.self) { try JSON.parse(start + json.utf8 + [0x7D]) }
        #expect(throws: JSONError.self) { try JSON.parse(start + [0x22, 0xFF, 0x22, 0x7D]) }
    }

    @Test(arguments: ["7", "null", "{}", "[\"a\"]"])
    func otherValuesAreNoSecrets(json: String) throws {
        let parsed = try JSON.parse(Array(#"{"passphrase":\#(json)}"#.utf8))
        #expect(parsed["passphrase"] == (try JSON.parse(Array(json.utf8))))
        #expect(throws: InvalidParams.self) { try StoreUnlock(json: parsed) }
    }

    @Test func secretIsNotPrinted() {
        #expect("\(Secret("five words"))" == "(secret)")
    }

    @Test func bytesAreOverwritten() {
        let bytes: [UInt8] = Array("a passphrase of more bytes than fit a small string".utf8)
        bytes.overwrite()
        #expect(bytes.allSatisfy { $0 == 0 })
    }

    /// A framer overwrites its input, but not the messages that it returned.
    @Test(arguments: [1, 3, 7, 100, 10_000]) func framersReturnTheSameMessages(length: Int) throws {
        let lines = (0..<40).map { number in
            Array("{\"line\":\"\(String(repeating: "y", count: number * 9))\"}".utf8)
        }
        let ended: [[UInt8]] = lines.map { $0 + [0x0A] }
        let headed: [[UInt8]] = lines.map { Array("Content-Length: \($0.count)\n\n".utf8) + $0 }
        for input in [Array(ended.joined()), Array(headed.joined())] {
            var framer = MessageFramer()
            var found: [[UInt8]] = []
            var rest = input[...]
            while !rest.isEmpty {
                framer.append(Array(rest.prefix(length)))
                rest = rest.dropFirst(length)
                while let message = try framer.next() { found.append(message) }
            }
            #expect(found == lines)
            #expect(framer.pendingCount == 0)
        }
    }

    @Test func framerKeepsWhatItReturnedAndItsCopies() throws {
        var framer = LineFramer()
        framer.append(Array("first\nrest".utf8))
        var copy = framer
        #expect(try framer.next() == Array("first".utf8))
        #expect(framer.finish() == Array("rest".utf8))
        #expect(try copy.next() == Array("first".utf8))
        #expect(copy.finish() == Array("rest".utf8))
    }
}
