// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@Suite struct Base64Tests {
    /// The examples of RFC 4648.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func examplesOfTheStandard(text: String, encoded: String) {
        #expect(Base64(Array(text.utf8)).text == encoded)
        #expect(Base64(text: encoded)?.bytes == Array(text.utf8))
    }

    @Test func everyByteIsEncoded() {
        let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 * 7) }
        for count in 997...1000 {
            let value = Base64(Array(bytes.prefix(count)))
            #expect(Base64(text: value.text) == value)
        }
    }

    @Test(arguments: [
        "Zg", "Zg=", "Zg===", "====", "Z===", "Zm 9", "Zm9v\n", "Zm9-", "Zé==", "=Zm9",
    ])
    func otherTextsAreRejected(text: String) {
        #expect(Base64(text: text) == nil)
        #expect(throws: InvalidParams.self) { try Base64(json: .string(text)) }
    }
}
