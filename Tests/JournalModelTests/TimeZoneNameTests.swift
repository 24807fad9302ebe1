// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import Testing

@Suite struct TimeZoneNameTests {
    @Test(arguments: [
        "UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+9", "Asia/Calcutta",
        "US/Pacific", "EST5EDT", "GMT0", "Zulu",
    ])
    func namesOfTheDatabaseAreAccepted(name: String) throws {
        #expect(try TimeZoneName(name).text == name)
    }

    @Test(arguments: [
        "", "Mars\n", "a b", "Zürich", "Nowhere/Land", "europe/berlin", "BST", "PST", "GMT+1",
        "Europe/../Europe/Berlin", "/", String(repeating: "x/", count: 5000),
    ])
    func otherNamesAreRejected(name: String) {
        let error = #expect(throws: JournalError.self) { try TimeZoneName(name) }
        #expect(error?.code == .dateInvalid)
    }

    @Test func nameOfAKnownZoneWithANULIsRejected() throws {
        // Foundation remembers the zone.
        _ = try TimeZoneName("Asia/Tokyo")
        let error = #expect(throws: JournalError.self) { try TimeZoneName("Asia/Tokyo\0x") }
        #expect(error?.code == .dateInvalid)
    }

    @Test func offsetsFollowDaylightSavingTime() throws {
        let zone = try TimeZoneName("Europe/Berlin")
        #expect(zone.offsetMinutes(at: Date(milliseconds: 1_795_225_767_148)) == 60)
        #expect(zone.offsetMinutes(at: Date(milliseconds: 1_781_000_000_000)) == 120)
        #expect(TimeZoneName.utc.offsetMinutes(at: Date(milliseconds: 0)) == 0)
    }
}
