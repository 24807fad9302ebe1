// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A page of a table or of an index.
struct TreePage {
    /// The kinds of pages.
    enum Kind: UInt8 {
        case interiorIndex = 2
        case interiorTable = 5
        case leafIndex = 10
        case leafTable = 13
    }

    /// The kind of the page.
    let kind: Kind
    /// The bytes of the page.
    let bytes: [UInt8]
    /// The offsets of the cells in the page.
    let cells: [Int]
    private let headerOffset: Int

    /// Reads the header of a page; returns `nil` if the page is not part of a tree.
    init?(_ bytes: [UInt8], number: Int) {
        let start = number == 1 ? 100 : 0
        guard let type = bytes.integer(at: start, width: 1), let kind = Kind(rawValue: UInt8(type)),
            let count = bytes.integer(at: start + 3, width: 2)
        else { return nil }
        let isLeaf = kind == .leafIndex || kind == .leafTable
        let list = start + (isLeaf ? 8 : 12)
        guard list + 2 * count <= bytes.count else { return nil }
        let offsets = (0..<count).compactMap { bytes.integer(at: list + 2 * $0, width: 2) }
        // Each cell is behind the list. One that is not shows that the page is something else.
        guard offsets.allSatisfy({ $0 >= list + 2 * count && $0 < bytes.count }) else { return nil }
        self.kind = kind
        self.bytes = bytes
        headerOffset = start
        cells = offsets
    }

    /// The numbers of the pages below this one.
    var children: [Int] {
        guard kind == .interiorTable || kind == .interiorIndex else { return [] }
        return cells.compactMap { bytes.integer(at: $0, width: 4) }
            + [bytes.integer(at: headerOffset + 8, width: 4)].compactMap { $0 }
    }
}
