// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct DayTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-11-21", 20_778),
        ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ])
    func daysAreCountedFrom1970(text: String, count: Int) throws {
        let day = try #require(Day(text))
        #expect(day.daysSince1970 == count)
        #expect(Day(daysSince1970: count) == day)
        #expect(day.description == text)
        #expect(jsonText(of: day) == "\"\(text)\"")
    }

    @Test func everyDayOfFourCenturiesRoundTrips() {
        let first = -150_000
        var previous = Day(daysSince1970: first - 1)
        var wrong = 0
        for count in first..<first + 146_097 {
            let day = Day(daysSince1970: count)
            if day?.daysSince1970 != count || day?.description.count != 10 { wrong += 1 }
            if let day, let last = previous, !(last < day) { wrong += 1 }
            previous = day
        }
        #expect(wrong == 0)
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-2", "2026-11-211", "2026-13-01", "2026-00-10",
        "2026-02-29", "1900-02-29", "2026-04-31", "0000-01-01", "2026-11-21 ", "+026-11-21",
        "2026/11/21", "２０２６-11-21",
    ])
    func invalidDaysAreRejected(text: String) {
        #expect(Day(text) == nil)
    }
}

struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0, "1970-01-01T00:00:00Z"),
            (
                "2026-11-21T10:15:00.25+01:00", 1_795_252_500_250, 60,
                "2026-11-21T10:15:00.250+01:00"
            ),
            ("2026-11-21t10:15:00.2509z", 1_795_256_100_250, 0, "2026-11-21T10:15:00.250Z"),
            ("2026-11-21 10:15:00-00:30", 1_795_257_900_000, -30, "2026-11-21T10:15:00-00:30"),
            ("1969-12-31T23:59:59.999Z", -1, 0, "1969-12-31T23:59:59.999Z"),
            ("2016-12-31T23:59:60Z", 1_483_228_799_999, 0, "2016-12-31T23:59:59.999Z"),
            ("2026-11-21T10:15:00+00:00", 1_795_256_100_000, 0, "2026-11-21T10:15:00Z"),
        ] as [(String, Int64, Int, String)]
    )
    func instantsAreParsedAndFormatted(
        text: String,
        milliseconds: Int64,
        offset: Int,
        canonical: String
    ) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.milliseconds == milliseconds)
        #expect(timestamp.offsetMinutes == offset)
        #expect(timestamp.description == canonical)
        #expect(jsonText(of: timestamp) == "\"\(canonical)\"")
        #expect(Timestamp(canonical) == timestamp)
    }

    @Test func dayIsLocalToTheOffset() throws {
        let late = try #require(Timestamp("2026-11-21T23:30:00-05:00"))
        #expect(late.day.description == "2026-11-21")
        #expect(late.utc.day.description == "2026-11-22")
        #expect(late.utc.milliseconds == late.milliseconds)
    }

    @Test(arguments: [
        "", "2026-11-21", "2026-11-21T10:15Z", "2026-11-21T10:15:00", "2026-11-21T24:00:00Z",
        "2026-11-21T10:60:00Z", "2026-11-21T10:15:61Z", "2026-11-21T10:15:00.Z",
        "2026-11-21T10:15:00+1:00", "2026-11-21T10:15:00+24:00", "2026-11-21T10:15:00Z ",
        "2026-02-30T10:15:00Z",
    ])
    func invalidInstantsAreRejected(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test func calendarLimitsDoNotTrap() {
        #expect(Timestamp(milliseconds: .max) == nil)
        #expect(Timestamp(milliseconds: .min) == nil)
        #expect(Timestamp(milliseconds: 0, offsetMinutes: 1440) == nil)
        let texts = ["0001-01-02T00:00:00+23:59", "9999-12-30T23:59:59-23:59"]
        for text in texts {
            #expect(Timestamp(text).map(\.description) ?? text == text)
        }
    }
}

struct IdentityTests {
    @Test func randomIDsAreVersion4UUIDs() {
        let ids = (0..<1000).map { _ in EntryID.random() }
        #expect(Set(ids).count == 1000)
        for id in ids {
            let characters = Array(id.text)
            #expect(characters[14] == "4")
            #expect("89ab".contains(characters[19]))
            #expect(EntryID(id.text) == id)
        }
    }

    @Test func idsAreLowercased() {
        #expect(
            EntryID.text(high: 0x0000_0001_0203_0405, low: 0x8000_00FF_EEDD_000A)
                == "00000001-0203-0405-8000-00ffeedd000a"
        )
        let id = EntryID("8C5F0F2E-0000-4000-8000-00000000ABCD")
        #expect(id?.text == "8c5f0f2e-0000-4000-8000-00000000abcd")
    }

    @Test(arguments: [
        ("8c5f", "8c5f"), ("8C5F0", "8c5f0"), ("8c5f0f2e", "8c5f0f2e"),
        ("8c5f0f2e1", "8c5f0f2e-1"), ("8c5f0f2e-", "8c5f0f2e"),
        ("8c5f0f2e00004000800000000000abcd", "8c5f0f2e-0000-4000-8000-00000000abcd"),
    ])
    func prefixesAreNormalized(text: String, form: String) {
        #expect(EntryReference(text)?.text == form)
    }

    @Test(arguments: [
        "", "8c5", "8c-5", "8c5g", "8c5f 0", "％c5f", String(repeating: "a", count: 33),
    ])
    func invalidIDsAreRejected(text: String) {
        #expect(EntryReference(text) == nil)
        #expect(EntryID(text) == nil)
    }

    @Test(arguments: ["8c5f", "8c5f0f2e-0000-4000-8000-00000000abcd"])
    func prefixesAndFullIDsAreAccepted(text: String) {
        #expect(EntryReference(text)?.text == text)
    }
}

struct CursorTests {
    @Test func cursorsRoundTrip() {
        let cursor = Cursor(epoch: "5b1d.x", revision: 12)
        #expect(Cursor(cursor.description) == cursor)
        let page = PageCursor(epoch: "5b1d", queryHash: .max, position: [-1, .max, .min])
        #expect(PageCursor(page.description) == page)
    }

    @Test(
        arguments: [
            "", ".", "5", ".5", "e.", "e.-1", "e.x", "e.01", "e.+1", "e.-0",
            "e.99999999999999999999",
        ]
    )
    func invalidCursorsAreRejected(text: String) {
        #expect(Cursor(text) == nil)
        let error = #expect(throws: InvalidParams.self) { try Cursor(json: .string(text)) }
        #expect(error?.kind == .cursorInvalid)
    }

    @Test(arguments: ["", "e", "e/1", "/1/2", "e/g/2", "e/1/", "e/1/2/x"])
    func invalidPageCursorsAreRejected(text: String) {
        #expect(PageCursor(text) == nil)
    }

    @Test func differentQueriesHaveDifferentHashes() {
        let all = EntryList()
        #expect(all.queryHash == EntryList(limit: 7).queryHash)
        #expect(all.queryHash != EntryList(order: .oldest).queryHash)
        #expect(all.queryHash != EntryList(filter: Filter(tags: ["a"])).queryHash)
        let search = EntrySearch(query: "a")
        #expect(search.queryHash != EntrySearch(query: "b").queryHash)
        #expect(search.queryHash != EntrySearch(query: "a", order: .unranked).queryHash)
    }
}

struct EntryRecordTests {
    @Test func summaryTruncatesTextAtACharacter() {
        let long = String(repeating: "🇩🇪", count: 300)
        let summary = Samples.entry(text: long).summary
        #expect(summary.text == String(repeating: "🇩🇪", count: 280))
        #expect(summary.truncated)
        #expect(Samples.entry(text: "short").summary == Samples.entry(text: "short"))
    }

    @Test(arguments: ["", "\r\n", "e\u{301}", "\u{301}", "é", "\r\u{301}"])
    func summaryOfSingleBytesEndsWhereCharactersDo(insertion: String) {
        for position in [0, 5, 278, 279, 280, 281, 282] {
            var text = String(repeating: "a", count: 300)
            text.insert(
                contentsOf: insertion,
                at: text.index(text.startIndex, offsetBy: position)
            )
            let summary = Samples.entry(text: text).summary
            #expect(Array(summary.text.utf8) == Array(text.prefix(280).utf8))
            #expect(summary.truncated)
        }
    }
}

/// Returns the text of the JSON representation of a value.
private func jsonText(of value: some JSONConvertible) -> String {
    var bytes: [UInt8] = []
    value.appendText(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
}
