// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct RecoverySummaryTests {
    @Test func completeRecoveryHasNoDetails() {
        var summary = RecoverySummary()
        summary.entries = 647
        #expect(summary.text == "read 647 entries")
        #expect(summary.details == [])
        #expect(summary.isComplete)
    }

    @Test func lossesAreCountedAndListed() {
        var summary = RecoverySummary()
        summary.entries = 2
        summary.incomplete = [("8c5f", ["its date is lost", "its tags are lost"])]
        summary.lost = ["39b9"]
        summary.damagedPages = ["entries": 2, "attachments": 1]
        #expect(summary.text == "read 2 entries, 1 of them incomplete; at least 1 entry lost")
        #expect(
            summary.details == [
                "8c5f: its date is lost, its tags are lost", "39b9: lost",
                "attachments: 1 page cannot be read", "entries: 2 pages cannot be read",
            ]
        )
        #expect(!summary.isComplete)
    }

    /// What options exclude is no loss.
    @Test func omittedEntriesNameTheirOption() {
        var summary = RecoverySummary()
        summary.omittedTrash = 1
        summary.omittedAttachments = 2
        #expect(
            summary.details == [
                "1 entry in the trash omitted; to include them: --trash",
                "2 attached files omitted; to include them: --to FOLDER/",
            ]
        )
        #expect(summary.isComplete)
    }

    @Test func damagedListOfTablesIsALoss() {
        var summary = RecoverySummary()
        summary.hasSchema = false
        summary.unread = 1
        #expect(
            summary.details == [
                "the list of tables cannot be read; all pages were searched",
                "1 entry was found, but not read",
            ]
        )
        #expect(summary.json["unread"] == 1)
        #expect(!summary.isComplete)
    }
}
