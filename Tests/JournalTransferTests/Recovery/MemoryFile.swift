// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import JournalTransfer

/// A file in memory.
struct MemoryFile: PageFile {
    var content: [UInt8]
    var size: Int { content.count }

    func bytes(at offset: Int, count: Int) -> [UInt8] {
        Array(content.dropFirst(max(0, offset)).prefix(count))
    }
}

/// A database of pages of 512 bytes, as the file format of SQLite describes it.
struct DatabasePages {
    static let size = 512
    private(set) var bytes: [UInt8]

    /// Creates a database with empty pages.
    init(_ count: Int) {
        bytes = [UInt8](repeating: 0, count: count * Self.size)
        write(Array("SQLite format 3\0".utf8) + [0x02, 0x00], to: 1, at: 0)
    }

    /// The file.
    var file: DatabaseFile { DatabaseFile(MemoryFile(content: bytes), log: nil) }

    /// Writes bytes to a page.
    mutating func write(_ content: [UInt8], to page: Int, at offset: Int) {
        let start = (page - 1) * Self.size + offset
        bytes.replaceSubrange(start..<start + content.count, with: content)
    }

    /// Makes a page a leaf of a table with one cell; returns the page.
    mutating func writeLeaf(_ cell: [UInt8], to page: Int = 2) throws(MissingPage) -> TreePage {
        let start = Self.size - cell.count
        write([13, 0, 0, 0, 1, 0, 0, 0, UInt8(start >> 8), UInt8(start & 0xFF)], to: page, at: 0)
        write(cell, to: page, at: start)
        guard let page = file.page(page).flatMap({ TreePage($0, number: page) }) else {
            throw MissingPage()
        }
        return page
    }

    struct MissingPage: Error {}
}
