// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

struct WriteAheadLogTests {
    /// A log with pages of 512 bytes, as the file format of SQLite describes it.
    private struct Log {
        private(set) var bytes: [UInt8]
        private var sums: (UInt32, UInt32) = (0, 0)
        private static let salts: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]

        init() {
            bytes = Self.words(0x377F_0683, 3_007_000, 512, 0) + Self.salts
            add(bytes)
            bytes += Self.words(sums.0, sums.1)
        }

        /// Appends a page; the last one of a commit has the size of the database.
        mutating func append(page: UInt32, filledWith byte: UInt8, databaseSize: UInt32 = 0) {
            let header = Self.words(page, databaseSize)
            let content = [UInt8](repeating: byte, count: 512)
            add(header)
            add(content)
            bytes += header + Self.salts + Self.words(sums.0, sums.1) + content
        }

        private mutating func add(_ bytes: [UInt8]) {
            let words = stride(from: 0, to: bytes.count, by: 4).map { start in
                bytes[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }
            }
            for index in stride(from: 0, to: words.count, by: 2) {
                sums.0 &+= words[index] &+ sums.1
                sums.1 &+= words[index + 1] &+ sums.0
            }
        }

        private static func words(_ values: UInt32...) -> [UInt8] {
            values.flatMap { value in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
            }
        }
    }

    private static func log(_ bytes: [UInt8]) -> WriteAheadLog? {
        WriteAheadLog(MemoryFile(content: bytes))
    }

    private static let twoCommits: Log = {
        var log = Log()
        log.append(page: 1, filledWith: 0xA1)
        log.append(page: 2, filledWith: 0xA2, databaseSize: 2)
        log.append(page: 2, filledWith: 0xB2, databaseSize: 3)
        return log
    }()

    @Test func lastCommittedPageIsRead() throws {
        let log = try #require(Self.log(Self.twoCommits.bytes))
        #expect(log.pageSize == 512)
        #expect(log.pageCount == 3)
        #expect(log.page(1)?.first == 0xA1)
        #expect(log.page(2) == [UInt8](repeating: 0xB2, count: 512))
        #expect(log.page(3) == nil)
    }

    @Test func pagesWithoutACommitAreIgnored() throws {
        var bytes = Self.twoCommits
        bytes.append(page: 1, filledWith: 0xC1)
        let log = try #require(Self.log(bytes.bytes))
        #expect(log.page(1)?.first == 0xA1)
    }

    /// A frame has a header of 24 bytes; that of the file has 32.
    @Test(arguments: [32 + 2 * 536, 32 + 2 * 536 + 10, 32 + 2 * 536 + 18, 32 + 3 * 536 - 1])
    func logEndsAtADamagedFrame(offset: Int) throws {
        var bytes = Self.twoCommits.bytes
        bytes[offset] ^= 0x01
        let log = try #require(Self.log(bytes))
        #expect(log.pageCount == 2)
        #expect(log.page(2)?.first == 0xA2)
    }

    @Test(arguments: [0, 31, 32 + 100, 32 + 536 + 24])
    func incompleteLogHasThePagesOfItsCommits(length: Int) {
        let log = Self.log(Array(Self.twoCommits.bytes.prefix(length)))
        #expect((log == nil) == (length < 32))
        #expect(log?.page(1) == nil)
    }

    @Test(arguments: [0, 3, 9, 17, 24]) func damagedHeaderIsNoLog(offset: Int) {
        var bytes = Self.twoCommits.bytes
        bytes[offset] ^= 0x40
        #expect(Self.log(bytes) == nil)
    }
}
