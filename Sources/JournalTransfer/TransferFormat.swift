// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalProtocol

/// The formats of files with entries.
package enum TransferFormat: String, Sendable, CaseIterable {
    /// An object with the member `entries`.
    case json
    /// One object per line.
    case jsonLines = "jsonl"
    /// A Markdown page, or a folder of Markdown files.
    case markdown
    /// The text file of jrnl.
    case jrnl
    /// The JSON export of jrnl.
    case jrnlJSON = "jrnl-json"
    /// The JSON export of Day One, alone or in a zip archive with media.
    case dayOne = "dayone"
    /// A page for a browser, which cannot be imported.
    case html

    /// Returns the format of a file name, or nil if its end is none of the known ones.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        switch fileName[dot...].lowercased() {
        case ".json": self = .json
        case ".jsonl", ".ndjson": self = .jsonLines
        case ".md", ".markdown": self = .markdown
        case ".txt", ".jrnl": self = .jrnl
        case ".zip": self = .dayOne
        case ".html", ".htm": self = .html
        default: return nil
        }
    }

    /// Returns the format of a file from its beginning, or nil if it has none of the known ones.
    package init?(beginning: some Collection<UInt8>) {
        let text = String(decoding: beginning, as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        switch start.first {
        case "{": self = .json
        case "[":
            // The items of JSON are objects; a date begins with a number or the name of a day or
            // month, whether its form can be read or not.
            let next = start.dropFirst().first { !$0.isWhitespace }
            self = next.map { $0.isLetter || $0.isNumber } == true ? .jrnl : .json
        case nil: return nil
        default:
            let isMarkdown = start.hasPrefix("---") || start.hasPrefix("<!-- journal {")
            guard isMarkdown else { return nil }
            self = .markdown
        }
    }

    /// Returns an encoder of a single file.
    package var encoder: any EntryEncoder {
        switch self {
        case .json: JSONEntryEncoder(lines: false)
        case .jsonLines: JSONEntryEncoder(lines: true)
        case .markdown: MarkdownPageEncoder()
        case .jrnl: JrnlTextEncoder()
        case .jrnlJSON: JSONEntryEncoder(object: JrnlRecord.json)
        case .dayOne:
            JSONEntryEncoder(members: ["metadata": ["version": "1.0"]], object: DayOneRecord.json)
        case .html: HTMLEncoder()
        }
    }

    /// Returns a decoder of a file.
    ///
    /// - Parameters:
    ///   - clock: The clock for dates without an offset.
    ///   - date: The date of an entry that has none.
    /// - Returns: The decoder, or nil for a format that cannot be read.
    package func decoder(clock: LocalClock, date: Timestamp?) -> (any EntryDecoder)? {
        switch self {
        case .json, .jsonLines, .jrnlJSON, .dayOne: JSONEntryDecoder(clock: clock)
        case .markdown: MarkdownDecoder(clock: clock, date: date)
        case .jrnl: JrnlTextDecoder(clock: clock)
        case .html: nil
        }
    }
}
