// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import JournalTransfer
import Testing

/// Entries for tests of formats, and their way through an encoder and a decoder.
enum TransferFixture {
    /// Entries whose texts contain what the formats use for their own purposes.
    static let entries: [TransferEntry] = [
        entry(1, "Rain all day, finished the shed roof", "2026-11-21T18:30:15+01:00"),
        entry(
            2,
            "# Heading\n\n<!-- journal {\"a\":1} -->\n<!--  journal {\n\n## Another\n---\nend",
            "2026-11-21T19:05:00+01:00",
            notebook: "Work: \"two\"",
            tags: ["build", "Größe, breit"],
            starred: true
        ),
        entry(3, "é 日本語 👩‍👩‍👧\nline\u{2028}separator -- dashes -->\n", "2026-11-22T00:00:00Z"),
        entry(4, "\\. and \\n and C:\\dir\n```\n\\.\n```\n\\", "2026-11-22T12:00:00.250-05:30"),
        entry(5, "\n\nleading and\r\n<!-- journal {\r\n\r\n\n", "2026-11-23T12:00:00Z"),
    ]

    static func entry(
        _ number: UInt64,
        _ text: String,
        _ date: String,
        notebook: String = "journal",
        tags: [String] = [],
        starred: Bool = false
    ) -> TransferEntry {
        TransferEntry(
            id: EntryID(high: number << 32, low: number),
            text: text,
            createdAt: Timestamp(date),
            zone: "Europe/Berlin",
            notebook: notebook,
            tags: tags,
            starred: starred
        )
    }

    /// Returns the file of an encoder.
    static func file(_ entries: [TransferEntry], _ encoder: any EntryEncoder) -> [UInt8] {
        var encoder = encoder
        var bytes: [UInt8] = []
        encoder.begin(&bytes)
        for entry in entries { encoder.append(entry, to: &bytes) }
        encoder.end(&bytes)
        return bytes
    }

    /// Returns what a decoder reads from a file that arrives in pieces of some length.
    static func read(
        _ bytes: [UInt8],
        _ decoder: any EntryDecoder,
        pieces length: Int = 7
    ) throws -> [DecodedEntry] {
        var decoder = decoder
        var found: [DecodedEntry] = []
        for start in stride(from: 0, to: bytes.count, by: length) {
            decoder.append(bytes[start..<min(start + length, bytes.count)])
            while let entry = try decoder.next() { found.append(entry) }
        }
        decoder.finish()
        while let entry = try decoder.next() { found.append(entry) }
        return found
    }

    /// Returns the texts and the lines of the problems that a decoder finds in a file, problems
    /// skipped.
    static func readSkipping(
        _ bytes: [UInt8],
        _ decoder: any EntryDecoder
    ) -> (texts: [String], problems: [Int]) {
        var decoder = decoder
        decoder.append(bytes[...])
        decoder.finish()
        var (texts, problems): ([String], [Int]) = ([], [])
        while true {
            do {
                guard let decoded = try decoder.next() else { return (texts, problems) }
                texts.append(decoded.entry.text)
            } catch {
                problems.append(error.line)
            }
        }
    }

    /// Returns what a decoder reads from a text.
    static func read(_ text: String, _ decoder: any EntryDecoder) throws -> [TransferEntry] {
        try read(Array(text.utf8), decoder).map(\.entry)
    }
}
