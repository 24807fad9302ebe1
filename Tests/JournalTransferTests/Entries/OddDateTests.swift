// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

/// Dates at the ends of the calendar, and those of clocks before the time zones.
struct OddDateTests {
    private static let dates = [
        "0001-01-02T00:00:00Z", "0001-01-01T00:01:00-23:59", "0001-01-02T00:53:00+00:53",
        "0999-12-31T23:59:59Z", "1600-02-29T12:00:00-04:56", "1890-01-01T00:00:00+00:53",
        "1969-12-31T23:59:59.999Z", "9999-12-30T23:59:59+14:00", "9999-12-31T23:58:00+23:58",
    ]

    /// A clock with an offset in seconds, as that of the mean solar time, which rounds the offset
    /// of its instants.
    private static func clock(offset: Int) -> LocalClock {
        LocalClock(
            zone: "Europe/Berlin",
            convert: { day, second, _ in
                let local = Int64(day.daysSince1970 * 86_400 + second)
                return Timestamp(
                    milliseconds: (local - Int64(offset / 60 * 60)) * 1000,
                    offsetMinutes: offset / 60
                )
            }
        )
    }

    @Test(
        arguments: [TransferFormat.json, .jsonLines, .markdown, .jrnlJSON, .dayOne],
        [0, 3208, -17_762, 50_400]
    )
    func formatsWithOffsetsKeepTheInstant(format: TransferFormat, offset: Int) throws {
        let entries = Self.dates.enumerated().map { index, date in
            TransferFixture.entry(UInt64(index), "entry \(index)", date)
        }
        let bytes = TransferFixture.file(entries, format.encoder)
        let decoder = try #require(format.decoder(clock: Self.clock(offset: offset), date: nil))
        let read = try TransferFixture.read(bytes, decoder).map(\.entry)
        #expect(read.map(\.createdAt) == entries.map(\.createdAt))
        #expect(read.map(\.zone) == entries.map(\.zone))
    }

    @Test(arguments: [0, 3208, -17_762, 50_400])
    func textOfJrnlKeepsTheLocalTime(offset: Int) throws {
        let entries = Self.dates.enumerated().map { index, date in
            TransferFixture.entry(UInt64(index), "entry \(index)", date)
        }
        let bytes = TransferFixture.file(entries, TransferFormat.jrnl.encoder)
        let clock = Self.clock(offset: offset)
        let decoder = try #require(TransferFormat.jrnl.decoder(clock: clock, date: nil))
        let read = try TransferFixture.read(bytes, decoder).map(\.entry)
        let times = read.map { $0.createdAt?.description.prefix(19) }
        #expect(times == Self.dates.map { $0.prefix(19) })
        // Exports again are the same, too.
        #expect(TransferFixture.file(read, TransferFormat.jrnl.encoder) == bytes)
    }

    @Test(arguments: ["0001-01-01", "9999-12-31"])
    func outermostDaysOfFrontMatterAreRead(day: String) throws {
        for offset in [0, 43_200, -43_200] {
            let decoder = MarkdownDecoder(clock: Self.clock(offset: offset))
            let read = try TransferFixture.read("---\ndate: \(day)\n---\ntext\n", decoder)
            #expect(read.first?.createdAt?.day.description == day)
        }
    }
}
