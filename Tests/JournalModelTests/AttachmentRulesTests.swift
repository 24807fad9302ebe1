// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalModel
import Testing

@Suite struct AttachmentRulesTests {
    @Test(arguments: [
        "a", "x.png", ".hidden", "two words", "…", String(repeating: "n", count: 255),
    ])
    func namesOfFilesAreValid(name: String) {
        #expect(throws: Never.self) { try AttachmentRules.check(name: name) }
    }

    @Test(arguments: [
        "", ".", "..", "a/b", "/", "a\u{0}", "a\n", String(repeating: "n", count: 256),
    ])
    func otherNamesAreInvalid(name: String) {
        let error = #expect(throws: JournalError.self) { try AttachmentRules.check(name: name) }
        #expect(error?.code == .attachmentInvalid)
    }

    @Test(arguments: ["image/jpeg", "text/plain; charset=utf-8", "application/vnd.x+json"])
    func mediaTypesAreValid(type: String) {
        #expect(throws: Never.self) { try AttachmentRules.check(mediaType: type) }
    }

    @Test(arguments: ["", "image", "/", "image/", "/jpeg", "a/b/c", "image/jpég", "a/b\n"])
    func otherMediaTypesAreInvalid(type: String) {
        #expect(throws: JournalError.self) { try AttachmentRules.check(mediaType: type) }
    }
}
