// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct DayTitleTests {
    @Test(arguments: [
        ("2026-11-21", "Today, Saturday, 21 November 2026"),
        ("2026-11-20", "Yesterday, Friday, 20 November 2026"),
        ("2026-11-22", "Sunday, 22 November 2026"), ("2026-11-19", "Thursday, 19 November 2026"),
        ("0001-01-01", "Monday, 1 January 1"), ("9999-12-31", "Friday, 31 December 9999"),
    ])
    func dayIsNamed(day: String, title: String) throws {
        let today = try #require(Day("2026-11-21"))
        #expect(DayTitle.text(of: try #require(Day(day)), today: today) == title)
    }

    @Test func everyDayAndMonthHasAName() {
        #expect(Set(DayTitle.months.map { $0.prefix(3) }).count == 12)
        #expect(Set(Weekday.allCases.map { DayTitle.weekday($0).prefix(2) }).count == 7)
    }

    @Test(arguments: [
        ("photo.JPG", "image/jpeg"), ("a.tar.gz", "application/gzip"),
        ("notes.md", "text/markdown"),
        ("noextension", "application/octet-stream"), (".hidden", "application/octet-stream"),
        (".jpg", "application/octet-stream"), ("a.", "application/octet-stream"),
        ("a.xyz", "application/octet-stream"), ("", "application/octet-stream"),
        ("a.png.", "application/octet-stream"), ("größe.png", "image/png"),
    ])
    func typeOfAFileIsThatOfItsName(name: String, type: String) {
        #expect(MediaType.of(name) == type)
    }
}
