// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Writes one entry as a Markdown file with front matter.
package struct MarkdownFileEncoder: EntryEncoder {
    /// Creates an encoder.
    package init() {}

    package mutating func begin(_ bytes: inout [UInt8]) {}

    package mutating func append(_ entry: TransferEntry, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: FrontMatter.text(of: entry).utf8)
        bytes.append(0x0A)
        bytes.append(contentsOf: entry.text.utf8)
        bytes.append(0x0A)
    }

    package mutating func end(_ bytes: inout [UInt8]) {}
}
