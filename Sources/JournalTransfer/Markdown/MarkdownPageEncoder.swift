// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Writes entries as one Markdown page with a heading for each day.
package struct MarkdownPageEncoder: EntryEncoder {
    private var day: Day?

    /// Creates an encoder.
    package init() {}

    package mutating func begin(_ bytes: inout [UInt8]) {}

    package mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8]) {
        let date = entry.createdAt ?? .epoch
        bytes.append(contentsOf: (MarkdownPage.comment(of: entry) + "\n").utf8)
        if day != date.day {
            day = date.day
            bytes.append(contentsOf: "## \(date.day)\n\n".utf8)
        }
        var heading = ["### " + date.minuteText]
        if let name = entry.notebook, name != NotebookRecord.defaultName { heading.append(name) }
        heading += entry.tags.map { "#" + $0 }
        if entry.starred { heading.append("★") }
        let text = entry.text.linesBetweenFeeds.map(MarkdownPage.escaped).joined(separator: "\n")
        bytes.append(contentsOf: "\(heading.joined(separator: " "))\n\n\(text)\n\n".utf8)
    }

    package mutating func end(_ bytes: inout [UInt8]) {}
}
