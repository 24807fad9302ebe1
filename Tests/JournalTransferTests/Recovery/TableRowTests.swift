// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

/// Rows of pages that may be damaged: what cannot be a row is none, and what is cut is marked.
struct TableRowTests {
    /// Reads the row of a cell with a key of 7: the length, the key and the payload.
    private static func row(_ payload: [UInt8], length: Int? = nil) throws -> TableRow? {
        var pages = DatabasePages(3)
        let cell = [UInt8(length ?? payload.count), 7] + payload
        let page = try pages.writeLeaf(cell)
        return TableRow(at: page.cells[0], of: page, in: pages.file)
    }

    @Test(
        arguments: [
            (0, [], .null), (1, [0xFF], .integer(-1)), (2, [0x01, 0x00], .integer(256)),
            (3, [0x80, 0, 0], .integer(-8_388_608)), (4, [0, 0, 0, 9], .integer(9)),
            (5, [0, 0, 0, 0, 1, 0], .integer(256)),
            (6, [0xFF] + .init(repeating: 0, count: 7), .integer(-1 << 56)),
            (7, [0x3F, 0xF8, 0, 0, 0, 0, 0, 0], .real(1.5)), (8, [], .integer(0)),
            (9, [], .integer(1)), (12, [], .blob([])), (13, [], .text([])),
            (16, [1, 2], .blob([1, 2])), (17, [0x61, 0x62], .text([0x61, 0x62])),
            (10, [], .null), (11, [], .null),
        ] as [(UInt8, [UInt8], TableRow.Value)]
    )
    func valuesOfEveryTypeAreRead(type: UInt8, bytes: [UInt8], value: TableRow.Value) throws {
        let row = try #require(try Self.row([2, type] + bytes))
        #expect(row.key == 7)
        #expect(row.values == [value])
        #expect(row.types == [Int(type)])
        #expect(row.missingCount == 0)
    }

    @Test(
        arguments: [
            // A header that is longer than the row, that ends within a type, or that is empty.
            [9, 1, 1], [3, 0x81, 0x81], [0, 1, 1],
            // Values that are longer or shorter than the row.
            [2, 2, 1], [2, 1, 1, 1],
            // A type that no value has.
            [10, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]]
    )
    func contradictionIsNoRow(payload: [UInt8]) throws {
        #expect(try Self.row(payload) == nil)
    }

    @Test(arguments: [0, 0x7F]) func lengthThatDoesNotFitIsNoRow(length: Int) throws {
        #expect(try Self.row([2, 1, 1], length: length) == nil)
    }

    @Test func valuesOfAnotherTypeAreNil() throws {
        let row = try #require(try Self.row([4, 1, 15, 7, 5, 0xFF] + [0x40, 0, 0, 0, 0, 0, 0, 0]))
        #expect(row.integer(0) == 5)
        #expect(row.text(0) == nil)
        #expect(row.number(0) == 5)
        #expect(row.text(1) == nil, "bytes that are not UTF-8")
        #expect(row.number(1) == nil)
        #expect(row.integer(2) == nil)
        #expect(row.number(2) == 2)
    }

    /// A text of 1,000 bytes: the first part is in the leaf, the rest on two further pages.
    private static func longText(_ pages: inout DatabasePages, next: UInt8 = 3) throws -> TableRow?
    {
        // The part of a row of this length that SQLite keeps in a leaf.
        let local = 39
        var cell: [UInt8] = [0x87, 0x6B, 7, 3, 0x8F, 0x5D]
        cell += [UInt8](repeating: 0x61, count: local - 3) + [0, 0, 0, next]
        let page = try pages.writeLeaf(cell)
        return TableRow(at: page.cells[0], of: page, in: pages.file)
    }

    @Test func longTextContinuesOnOtherPages() throws {
        var pages = DatabasePages(4)
        pages.write([0, 0, 0, 4] + [UInt8](repeating: 0x62, count: 508), to: 3, at: 0)
        pages.write([0, 0, 0, 0] + [UInt8](repeating: 0x63, count: 508), to: 4, at: 0)
        let row = try #require(try Self.longText(&pages))
        let text = try #require(row.text(0))
        #expect(text.utf8.count == 1000)
        #expect(text.hasPrefix("aaa"))
        #expect(text.contains("abbb"))
        #expect(row.missingCount == 0)
    }

    @Test(arguments: [0, 1, 9]) func textOfABrokenChainIsCut(next: UInt8) throws {
        var pages = DatabasePages(4)
        let row = try #require(try Self.longText(&pages, next: next))
        let text = try #require(row.text(0))
        #expect(text.utf8.count + row.missingCount == 1000)
        #expect(row.missingCount > 0)
        #expect(text.allSatisfy { $0 == "a" })
    }

    @Test func chainThatReturnsToItselfEnds() throws {
        var pages = DatabasePages(4)
        pages.write([0, 0, 0, 3] + [UInt8](repeating: 0x62, count: 508), to: 3, at: 0)
        let row = try #require(try Self.longText(&pages))
        #expect(row.text(0)?.utf8.count == 1000)
    }

    @Test func damagedTypesOfAPageAreNoTree() {
        var page = [UInt8](repeating: 0, count: 512)
        for kind in 0...255 where ![2, 5, 10, 13].contains(kind) {
            page[0] = UInt8(kind)
            #expect(TreePage(page, number: 2) == nil)
        }
        page[0] = 13
        #expect(TreePage(page, number: 2)?.cells == [])
        // A cell in front of the end of the list of cells, one behind the page, and too many.
        page[4] = 1
        page[9] = 9
        #expect(TreePage(page, number: 2) == nil)
        (page[8], page[9]) = (2, 0)
        #expect(TreePage(page, number: 2) == nil)
        (page[3], page[4]) = (1, 0)
        #expect(TreePage(page, number: 2) == nil)
    }

    @Test func pagesBelowAnInteriorPageAreItsChildren() throws {
        var page = [UInt8](repeating: 0, count: 512)
        page.replaceSubrange(0..<14, with: [5, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 9, 1, 0])
        page.replaceSubrange(256..<261, with: [0, 0, 0, 8, 1])
        #expect(try #require(TreePage(page, number: 2)).children == [8, 9])
        page[0] = 13
        #expect(TreePage(page, number: 2)?.children != [8, 9])
    }
}
