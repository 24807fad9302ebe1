// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct UnreadableFilesTests {
    private func record(_ name: String) -> AttachmentRecord {
        AttachmentRecord(id: "a-file", name: name, mediaType: "text/plain", size: 1, digest: "")
    }

    @Test func messageNamesTheFirstFiles() {
        var files = UnreadableFiles()
        #expect(files.message == nil)
        let entry = EntryID(high: 1, low: 2)
        files.note(record("photo.jpg"), of: entry)
        #expect(files.message == "1 attached file cannot be read: photo.jpg of entry \(entry.text)")
        for number in 2...7 { files.note(record("\(number).txt")) }
        #expect(files.count == 7)
        #expect(
            files.message == "7 attached files cannot be read: photo.jpg of entry \(entry.text), "
                + "2.txt, 3.txt, 4.txt, 5.txt and others"
        )
    }

    @Test func fileWithoutANameIsNamedByItsID() {
        var files = UnreadableFiles()
        files.note(record(""))
        #expect(files.message == "1 attached file cannot be read: a-file")
    }
}
