// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct JSONSerializeTests {
    @Test(
        arguments: [
            (JSON.null, "null"), (true, "true"), (.integer(.min), "-9223372036854775808"),
            (.number(0.1), "0.1"), (.number(1e300), "1e+300"), (.number(.infinity), "null"),
            ("a\"b\\c/d", #""a\"b\\c/d""#), ("\u{0}\u{1F}\u{7F}", #""\u0000\u001f"# + "\u{7F}\""),
            ("a\nb\tc\rd\u{8}\u{C}", #""a\nb\tc\rd\b\f""#),
            ("x\u{85}y\u{2028}z\u{2029}", #""x\u0085y\u2028z\u2029""#),
            ("\u{84}\u{2027}\u{E9}\u{1F600}", "\"\u{84}\u{2027}\u{E9}\u{1F600}\""),
            ([1, [:], []], "[1,{},[]]"), (["b": 1, "a": "\n"], #"{"b":1,"a":"\n"}"#),
        ] as [(JSON, String)]
    )
    func valuesSerializeToOneCompactLine(value: JSON, text: String) {
        #expect(String(decoding: value.serialized(), as: UTF8.self) == text)
    }

    @Test func serializedValuesRoundTrip() throws {
        let scalars = (0...0x3000).compactMap(UnicodeScalar.init)
        let text = String(String.UnicodeScalarView(scalars))
        let value: JSON = ["text": .string(text), "n": .number(-0.5), "list": [.null, false]]
        let line = value.serialized()
        #expect(try JSON.parse(line) == value)
        #expect(!line.contains(0x0A))
    }

    @Test(arguments: ["\"", "\\", "\u{1F}", "\u{7F}", "\u{85}", "\u{E9}", "\u{2028}", "\u{2026}"])
    func charactersAreEscapedAtEachPosition(_ character: String) {
        let escaped = String(decoding: JSON.string(character).serialized(), as: UTF8.self)
            .dropFirst().dropLast()
        for length in 0..<20 {
            for position in 0...length {
                let (before, after) = (
                    String(repeating: "a", count: position),
                    String(repeating: "b", count: length - position)
                )
                let value: JSON = .string(before + character + after + character)
                let text = String(decoding: value.serialized(), as: UTF8.self)
                #expect(text == "\"\(before)\(escaped)\(after)\(escaped)\"")
            }
        }
    }

    @Test func theTextOfAnObjectIsThatOfItsValue() throws {
        var record = EntryRecord(
            id: EntryID(high: 1, low: 2),
            text: "a\"b\n\u{2028}",
            createdAt: try #require(Timestamp("2026-11-21T10:15:00.250+01:00")),
            zone: "Europe/Berlin",
            localDay: try #require(Day("2026-11-21")),
            modifiedAt: .epoch,
            starred: true,
            revision: 7,
            notebook: .init(id: "n", name: "\\")
        )
        #expect(record.serialized() == record.json.serialized())
        record.tags = ["a", "b\t"]
        record.attachments = [
            AttachmentRecord(id: "1", name: "x", mediaType: "y/z", size: 3, digest: "d"),
            AttachmentRecord(id: "2", name: "", mediaType: "", size: 0, digest: ""),
        ]
        record.trashedAt = .epoch
        record.truncated = true
        record.isUnreadable = true
        #expect(record.serialized() == record.json.serialized())
        let match = EntryMatch(entry: record, snippet: "\u{2}a\u{3}", score: 0.5)
        #expect(match.serialized(capacity: 0) == match.json.serialized())
        #expect(try EntryMatch(json: JSON.parse(match.serialized())) == match)
    }
}
