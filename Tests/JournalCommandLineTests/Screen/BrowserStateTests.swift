// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import Testing

@testable import JournalCommandLine

struct BrowserStateTests {
    private static let id = "613131d4-744f-4c1e-9a51-1d6a3f0e8b12"
    private static let cases: [(message: String, advice: String?, shown: String)] = [
        (
            "entry \(id) was changed in the meantime; nothing was written",
            "--- current text\nTo be: journal\n---\nYour text was saved: /s/conflicts/\(id)-2.md\n"
                + "To merge the two: journal drafts use \(id)-2",
            "entry 613131d4 was changed in the meantime; saved: journal drafts use 613131d4"
        ),
        (
            "the journal is locked", "Unlock it: journal unlock",
            "the journal is locked"
        ),
        (
            "no daemon is running",
            "The text was saved: /s/a.md\n"
                + "To deliver it later: journal new --deliver",
            "no daemon is running; saved: journal new --deliver"
        ),
        (
            "the editor (vi) failed", "Your text could not be saved: the disk is full",
            "the editor (vi) failed; Your text could not be saved: the disk is full"
        ),
        ("there is no entry \(id)-x", nil, "there is no entry 613131d4"),
    ]

    @Test(arguments: cases)
    func failureFitsTheLastLine(message: String, advice: String?, shown: String) {
        var state = BrowserState()
        state.show(ClientError(.usage, message, advice: advice))
        #expect(state.message == shown)
    }

    @Test func conflictFitsEightyColumns() {
        #expect(Self.cases[0].shown.count < 80)
    }
}
