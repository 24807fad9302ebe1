// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

@Suite struct AttachmentDownloadTests {
    @Test(
        arguments: [
            ("photo.jpg", "photo", ".jpg"), ("a.tar.gz", "a.tar", ".gz"), ("name", "name", ""),
            (".profile", ".profile", ""), ("end.", "end", "."),
        ]
    ) func numbersAreInsertedBeforeTheExtension(name: String, stem: String, suffix: String) {
        let parts = AttachmentDownload.parts(of: name)
        #expect(parts.stem == stem)
        #expect(parts.suffix == suffix)
    }

    @Test func longEndsAreNoExtensions() {
        let name = "a." + String(repeating: "b", count: 200)
        #expect(AttachmentDownload.parts(of: name).stem == name)
    }
}
