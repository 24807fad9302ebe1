// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

/// The line of an earlier version in a pipe.
struct VersionTextTests {
    private let text = VersionText(terminal: Terminal(isInteractive: false, hasColor: false))

    private func fields(_ version: EntryVersion) -> [String] {
        text.lines(version, number: 1, replacedBy: "now").flatMap {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    @Test(arguments: [
        ("one line", "one line"), ("\n one\t\n \n", " one "), ("one\n\ntwo\nthree", "one …"),
    ])
    func moreLinesAreMarked(text: String, field: String) {
        let version = EntryVersion(id: .random(), replacedAt: .epoch, text: text)
        #expect(fields(version).count == 4)
        #expect(fields(version).last == field)
    }

    @Test func unreadableTextHasNoMark() {
        let version = EntryVersion(
            id: .random(),
            replacedAt: .epoch,
            text: "",
            isUnreadable: true
        )
        #expect(fields(version).last == EntryText.unreadable)
    }
}
