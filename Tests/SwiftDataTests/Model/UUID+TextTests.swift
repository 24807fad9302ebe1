// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

struct UUIDTextTests {
    @Test func textIsThatOfFoundation() {
        for _ in 0..<1_000 {
            let uuid = UUID()
            #expect(uuid.canonicalText == uuid.uuidString)
            #expect(UUID(canonicalText: uuid.uuidString) == uuid)
            #expect(UUID(canonicalText: uuid.uuidString.lowercased()) == uuid)
        }
    }

    @Test(arguments: [
        "", "E621E1F8", "E621E1F8-C36C-495A-93FC-0C247A3E6E5",
        "E621E1F8-C36C-495A-93FC-0C247A3E6E5FF",
        "E621E1F8+C36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6E5G",
        "E621E1F8C-36C-495A-93FC-0C247A3E6E5F", "E621E1F8-C36C-495A-93FC-0C247A3E6Eé",
    ])
    func textThatIsNoUUIDIsRejected(text: String) {
        #expect(UUID(canonicalText: text) == nil)
    }

    @Test func onlyHexadecimalDigitsAndHyphensAreRead() {
        let text = Array("E621E1F8-C36C-495A-93FC-0C247A3E6E5F".utf8)
        for position in text.indices {
            for character in UInt8(1)..<128 {
                var changed = text
                changed[position] = character
                let scalar = Character(Unicode.Scalar(character))
                let isValid =
                    text[position] == UInt8(ascii: "-") ? scalar == "-" : scalar.isHexDigit
                let changedText = String(decoding: changed, as: UTF8.self)
                #expect(
                    UUID(canonicalText: changedText)
                        == (isValid ? UUID(uuidString: changedText) : nil)
                )
            }
        }
    }
}
