// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

struct DatabaseFileTests {
    @Test func sizeOfPagesIsThatOfTheHeader() {
        let file = DatabasePages(3).file
        #expect(file.pageSize == 512)
        #expect(file.usableSize == 512)
        #expect(file.pageCount == 3)
        #expect(file.page(3)?.count == 512)
    }

    @Test(arguments: [0, -1, 4, .max / 1024]) func pageOutsideOfTheFileIsNil(number: Int) {
        #expect(DatabasePages(3).file.page(number) == nil)
    }

    @Test(arguments: [[0x00, 0x00], [0x00, 0x03], [0xFF, 0xFF], [0x01, 0x00]] as [[UInt8]])
    func impossibleSizeIsReplacedByTheUsualOne(bytes: [UInt8]) {
        var pages = DatabasePages(16)
        pages.write(bytes, to: 1, at: 16)
        #expect(pages.file.pageSize == 4096)
        #expect(pages.file.pageCount == 2)
    }

    @Test func damagedMarkIsReplacedByTheUsualSize() {
        var pages = DatabasePages(8)
        pages.write([0x58], to: 1, at: 0)
        #expect(pages.file.pageSize == 4096)
        #expect(DatabaseFile(MemoryFile(content: []), log: nil).pageCount == 0)
    }

    @Test func freePagesAreThoseOfTheList() {
        var pages = DatabasePages(6)
        pages.write([0, 0, 0, 3], to: 1, at: 32)
        pages.write([0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 6], to: 3, at: 0)
        #expect(pages.file.freePages == [3, 4, 5, 6])
    }

    @Test func listOfFreePagesThatReturnsToItselfEnds() {
        var pages = DatabasePages(4)
        pages.write([0, 0, 0, 3], to: 1, at: 32)
        pages.write([0, 0, 0, 3, 0xFF, 0xFF, 0xFF, 0xFF], to: 3, at: 0)
        #expect(pages.file.freePages.isSuperset(of: [3]))
        #expect(pages.file.freePages.count <= 4)
    }
}
