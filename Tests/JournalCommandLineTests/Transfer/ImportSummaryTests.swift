// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

@testable import JournalCommandLine

struct ImportSummaryTests {
    @Test func onlyWhatHappenedIsMentioned() {
        var summary = ImportSummary()
        #expect(summary.text == "0 entries imported")
        summary.created = 1
        #expect(summary.text == "1 entry imported")
        summary.existing = 2
        summary.trashed = 1
        summary.skipped = 3
        #expect(
            summary.text
                == "1 entry imported, 2 existed already, 1 of them in the trash, 3 skipped"
        )
    }

    @Test func dryRunCountsWhatTheFilesContain() {
        var summary = ImportSummary()
        summary.isDryRun = true
        for name in ["work", "home", "work"] {
            var entry = TransferEntry(text: "Rain")
            entry.notebook = name
            entry.tags = ["garden"]
            summary.note(entry, includesPlaces: false)
        }
        #expect(summary.text == "3 entries, 2 notebooks, 1 tag, 0 attachments")
        #expect(summary.json["created"] == nil)
        #expect(summary.json["notebooks"] == ["home", "work"])
    }

    @Test func namesOfManyOmittedFieldsAreCut() {
        var summary = ImportSummary()
        summary.omittedFields = Set((0..<10).map { "f\($0)" })
        #expect(
            summary.text.hasSuffix("fields omitted: f0 f1 f2 f3 f4 f5 f6 f7 and 2 more")
        )
    }

    @Test(arguments: [
        (1, 0, "1 place omitted"), (0, 2, "2 weather records omitted"),
        (2, 1, "2 places and 1 weather record omitted"),
    ])
    func omittedPlacesNameTheirOption(places: Int, weather: Int, expected: String) {
        var summary = ImportSummary()
        summary.omittedPlaces = places
        summary.omittedWeather = weather
        #expect(summary.text.contains("\(expected) (--places adds them to the text)"))
    }
}
