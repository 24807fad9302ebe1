// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Logging
import Testing

@testable import JournalService

@Suite struct DurationTextTests {
    @Test(arguments: [
        ("0", 0), ("600", 600), ("90s", 90), ("10min", 600), ("10 min", 600), ("2h", 7200),
        ("1d", 86_400),
    ])
    func spansAreRead(text: String, seconds: Int) {
        #expect(DurationText.duration(text) == .seconds(seconds))
    }

    @Test(arguments: ["", "s", "-1", "1.5h", "5 parsecs", "99999999999999999999", "9000000d"])
    func whatIsNoSpanIsRefused(text: String) {
        #expect(DurationText.duration(text) == nil)
    }
}

@Suite struct ErrorLogTests {
    @Test func prioritiesReplaceTimeAndLevel() {
        let line = ErrorLog.line(level: .warning, text: "two\nlines", hasPriorities: true)
        #expect(line == "<4>two lines\n")
    }

    @Test func aPlainLineBeginsWithTheTime() {
        let line = ErrorLog.line(level: .info, text: "hello", hasPriorities: false)
        #expect(line.hasSuffix("Z info: hello\n"))
    }

    @Test func theJournalStreamIsToldByDeviceAndInode() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        var status = stat()
        try #require(fstat(descriptor, &status) == 0)
        let name = "\(status.st_dev):\(status.st_ino)"
        #expect(JournalStream.isConnected(descriptor, variable: name))
        #expect(!JournalStream.isConnected(descriptor, variable: name + "1"))
        #expect(!JournalStream.isConnected(descriptor, variable: "nonsense"))
        #expect(!JournalStream.isConnected(descriptor, variable: nil))
    }
}

@Suite struct LimitTests {
    @Test func theModelsRulesAreWhatTheProtocolTells() {
        #expect(EntryRules.maximumTextLength == Limits.entryText)
        #expect(EntryRules.maximumTagCount == Limits.tags)
        #expect(Name.longest == Limits.name)
    }

    @Test func aPlaceSurvivesItsWayThroughAPageCursor() throws {
        for _ in 0..<100 {
            let place = EntryListing.Place(milliseconds: .random(in: -1000...1000), uuid: UUID())
            #expect(EntryListing.Place(numbers: place.numbers) == place)
        }
        #expect(EntryListing.Place(numbers: [1, 2]) == nil)
    }
}

@Suite struct StoredIdentityTests {
    @Test(arguments: [
        "00000000-0000-0000-0000-000000000000", "8c5f0f2e-0123-4567-89ab-0123456789ab",
        "FEDCBA98-7654-4321-8FED-CBA987654321",
    ])
    func theStoredFormMeansTheSameAsTheText(text: String) {
        #expect(EntryID(text)?.uuid == UUID(uuidString: text))
    }
}

@Suite struct StopSignalTests {
    @Test func theFirstReasonCounts() async {
        let signal = StopSignal()
        signal.fire("one")
        signal.fire("two")
        #expect(await signal.reason() == "one")
    }

    @Test func aWaiterIsWoken() async {
        let signal = StopSignal()
        async let reason = signal.reason()
        signal.fire("now")
        #expect(await reason == "now")
    }
}
