// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalProtocol
import Testing

/// Instants, compared with those of the C library, and their limits.
struct TimestampDifferentialTests {
    /// The text of an instant by `gmtime_r`, without a fraction.
    private func text(_ milliseconds: Int64, offsetMinutes: Int) -> String {
        let local = milliseconds + Int64(offsetMinutes) * 60_000
        var seconds = time_t(local >= 0 ? local / 1000 : -((999 - local) / 1000))
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int32, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let day = [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1, 2)]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0, 2) }
        return (day + [padded(parts.tm_mday, 2)]).joined(separator: "-") + "T"
            + time.joined(separator: ":")
    }

    @Test func instantsAreThoseOfTheCLibrary() throws {
        var generator = SplitMix(state: 13)
        for _ in 0..<2000 {
            // The years 0002 to 9998.
            let milliseconds = Int64.random(
                in: -62_000_000_000_000...253_000_000_000_000,
                using: &generator
            )
            let offset = Int.random(in: -1439...1439, using: &generator)
            let instant = try #require(
                Timestamp(milliseconds: milliseconds, offsetMinutes: offset)
            )
            let expected = text(milliseconds, offsetMinutes: offset)
            #expect(instant.description.hasPrefix(expected))
            #expect(instant.day.description == expected.prefix(10))
            #expect(Timestamp(instant.description) == instant)
            #expect(instant.utc.milliseconds == milliseconds)
        }
    }

    @Test(arguments: [
        ("0001-01-02T00:00:00Z", true), ("0001-01-01T23:59:59.999Z", false),
        ("9999-12-31T00:00:00Z", true), ("9999-12-31T00:00:00.001Z", false),
        ("0001-01-02T23:59:00+23:59", true), ("0001-01-02T23:58:59+23:59", false),
        ("9999-12-30T00:01:00-23:59", true), ("9999-12-30T00:01:01-23:59", false),
    ])
    func rangeIsThatOfUTC(text: String, isValid: Bool) {
        #expect((Timestamp(text) != nil) == isValid)
    }

    @Test(arguments: [
        (".1", 100), (".12", 120), (".123", 123), (".1239", 123), (".0001", 0), (".9999", 999),
        (".000", 0), (",5", nil), (".x", nil),
    ])
    func fractionIsTruncatedToMilliseconds(fraction: String, milliseconds: Int64?) {
        let instant = Timestamp("1970-01-01T00:00:00\(fraction)Z")
        #expect(instant?.milliseconds == milliseconds)
    }

    @Test(arguments: [(-1439, true), (1439, true), (-1440, false), (1440, false), (.max, false)])
    func offsetIsLessThanADay(minutes: Int, isValid: Bool) {
        let instant = Timestamp(milliseconds: 0, offsetMinutes: minutes)
        #expect((instant != nil) == isValid)
        #expect(instant.map { Timestamp($0.description) == $0 } ?? !isValid)
    }

    /// The same instant with another offset is another value, because the offset is the author's.
    @Test func offsetIsPartOfTheValue() throws {
        let utc = try #require(Timestamp("2026-11-21T09:15:00Z"))
        let local = try #require(Timestamp("2026-11-21T10:15:00+01:00"))
        #expect(utc != local)
        #expect(utc == local.utc)
        #expect(utc.milliseconds == local.milliseconds)
        #expect(Timestamp.epoch.description == "1970-01-01T00:00:00Z")
    }
}

/// The identities of entries as numbers.
struct EntryIDBitsTests {
    @Test func numberIsThatOfTheText() throws {
        var generator = SplitMix(state: 17)
        for _ in 0..<200 {
            let (high, low) = (generator.next(), generator.next())
            let id = EntryID(high: high, low: low)
            #expect(id.bits == (high, low))
            #expect(EntryID(id.text.uppercased()) == id)
            #expect(EntryReference(id).text == id.text)
            #expect(EntryReference(id.text.replacing("-", with: ""))?.text == id.text)
        }
        for (high, low) in [(0, 0), (.max, .max), (1, 0), (0, 1)] as [(UInt64, UInt64)] {
            #expect(EntryID(high: high, low: low).bits == (high, low))
        }
    }

    @Test func randomIDsFollowTheirGenerator() {
        var (first, second) = (SplitMix(state: 1), SplitMix(state: 1))
        let ids = (0..<3).map { _ in EntryID.random(using: &first) }
        #expect(ids == (0..<3).map { _ in EntryID.random(using: &second) })
        #expect(Set(ids).count == 3)
        for id in ids {
            #expect(id.bits.high & 0xF000 == 0x4000)
            #expect(id.bits.low >> 62 == 2)
        }
    }

    /// The canonical form has dashes at their places, of a prefix too.
    @Test(arguments: 4...32) func prefixOfEachLengthIsAReference(length: Int) throws {
        let digits = Samples.id.text.replacing("-", with: "").prefix(length)
        let reference = try #require(EntryReference(String(digits)))
        #expect(Samples.id.text.hasPrefix(reference.text))
        #expect(reference.text.replacing("-", with: "") == digits)
        #expect(try EntryReference(json: reference.json) == reference)
        #expect(reference.description == reference.text)
    }
}
