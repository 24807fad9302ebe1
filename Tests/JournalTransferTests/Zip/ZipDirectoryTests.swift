// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalTransfer
import Testing

struct ZipDirectoryTests {
    @Test func membersOfAnArchiveAreListed() throws {
        let members = [
            ZipDirectory.Member(name: "Journal.json", size: 3, checksum: 0xFFFF_0001, offset: 0),
            ZipDirectory.Member(name: "photos/é.jpeg", size: 0, checksum: 0, offset: 45),
        ]
        var archive: [UInt8] = []
        for member in members {
            let header = ZipDirectory.header(of: member)
            #expect(try ZipDirectory.contentOffset(header: header) == header.count)
            archive += header + Array(repeating: 0x61, count: member.size)
        }
        archive += ZipDirectory.list(members, at: archive.count)
        let place = try ZipDirectory.place(end: archive, size: archive.count)
        #expect(try ZipDirectory.members(Array(archive[place])) == members)
        #expect(try ZipDirectory.check(members, before: place.lowerBound) == 3)
        // Contents that are not before the list, or overlap.
        #expect(throws: ZipError.self) { try ZipDirectory.check(members, before: 60) }
        #expect(throws: ZipError.self) {
            try ZipDirectory.check(members + members, before: place.lowerBound)
        }
    }

    /// An archive that `zip -fz - -` wrote to a pipe: its sizes are after the content and in the
    /// form for large archives.
    private static let streamed = """
        504b03042d0000000800993b7b5d8088f9e5ffffffffffffffff010014002d010010001100000000\
        0000000a00000000000000cb48cdc9c957c8409000504b01021e032d0000000800993b7b5d8088f9\
        e50a000000ffffffff01000c0000000000010000008011000000002d010008001100000000000000\
        504b06062c000000000000001e032d00000000000000000001000000000000000100000000000000\
        3b000000000000003d00000000000000504b060700000000780000000000000001000000504b0506\
        00000000010001003b000000ffffffff0000
        """

    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
    }

    @Test(arguments: [0, 5_000_000_000])
    func largeArchivesAreListed(shift: Int) throws {
        var archive = Self.bytes(Self.streamed)
        // As if as many bytes were before the part that is read: only numbers of 8 bytes suffice.
        for place in [archive.count - 22 - 20 + 8, archive.count - 22 - 20 - 56 + 48] {
            let value = shift + Int(archive[place])
            for index in 0..<8 {
                archive[place + index] = UInt8(truncatingIfNeeded: value >> (index * 8))
            }
        }
        let place = try ZipDirectory.place(end: archive, size: archive.count + shift)
        #expect(place == 61 + shift..<120 + shift)
        let list = Array(archive[61..<120])
        let member = try #require(try ZipDirectory.members(list).first)
        #expect(member.name == "-")
        #expect(member.size == 17)
        #expect(member.compressedSize == 10)
        #expect(member.isCompressed)
        #expect(try ZipDirectory.check([member], before: 61) == 17)
        #expect(throws: ZipError.self) {
            try ZipDirectory.place(end: archive, size: archive.count + shift - 1)
        }
    }

    @Test func endOfAnArchiveIsFoundBeforeItsComment() throws {
        let mark: [UInt8] = [0x50, 0x4B, 0x05, 0x06] + Array(repeating: 0x20, count: 30)
        var archive = ZipDirectory.list([], at: 0)
        archive[archive.count - 2] = UInt8(mark.count)
        archive += mark
        #expect(try ZipDirectory.place(end: archive, size: archive.count) == 0..<0)
    }

    @Test(arguments: [
        (["a.json", "photos\\b.jpeg"], ["a.json", "photos/b.jpeg"]),
        (["pages/a.md", "pages/b\\c.md"], ["pages/a.md", "pages/b\\c.md"]),
    ])
    func backslashesAreSlashesUnlessTheArchiveHasBoth(names: [String], expected: [String]) throws {
        let members = names.map {
            ZipDirectory.Member(name: $0, size: 0, checksum: 0, offset: 0)
        }
        let list = ZipDirectory.list(members, at: 0)
        let read = try ZipDirectory.members(list.dropLast(22))
        #expect(read.map(\.name) == expected)
    }

    /// Members with sizes, of which each is compressed to a number of bytes.
    private static func members(_ sizes: [(Int, Int)]) -> [ZipDirectory.Member] {
        var offset = 0
        return sizes.map { size, compressedSize in
            var member = ZipDirectory.Member(name: "a", size: size, checksum: 0, offset: offset)
            member.compressedSize = compressedSize
            offset += ZipDirectory.headerLength + compressedSize
            return member
        }
    }

    @Test(
        arguments: [
            ([(1 << 30, 20 << 20)], nil), ([(60 << 20, 1)], nil),
            (Array(repeating: (1 << 30, 1 << 30), count: 20), nil),
            ([((1 << 30) + 1, 1 << 30)], "a has 1 GiB; the limit is 1 GiB"),
            ([(1 << 30, 1 << 20)], "the archive has 1 MiB and would unpack to 1 GiB"),
            (Array(repeating: (60 << 20, 60 << 10), count: 3), "would unpack to 180 MiB"),
        ] as [([(Int, Int)], String?)]
    )
    func contentsThatAreTooLargeAreRefused(sizes: [(Int, Int)], problem: String?) {
        let members = Self.members(sizes)
        let end = members.reduce(0) { $0 + ZipDirectory.headerLength + $1.compressedSize }
        var found: String?
        do {
            _ = try ZipDirectory.check(members, before: end)
        } catch {
            found = error.description
        }
        #expect((found == nil) == (problem == nil), "\(found ?? "")")
        #expect(problem.map { found?.contains($0) == true } ?? true, "\(found ?? "")")
    }

    @Test(arguments: [
        (0, "0 bytes"), (1023, "1023 bytes"), (1024, "1 KiB"), (2_050_000_000, "1.9 GiB"),
    ])
    func sizesAreReadable(size: Int, text: String) {
        #expect(ZipDirectory.text(size) == text)
    }

    @Test(
        arguments: [[], Array(repeating: 0, count: 100), Array("PK\u{3}\u{4}".utf8)] as [[UInt8]]
    )
    func otherFilesAreRefused(bytes: [UInt8]) {
        #expect(throws: ZipError.self) { try ZipDirectory.place(end: bytes, size: bytes.count) }
        #expect(throws: ZipError.self) { try ZipDirectory.contentOffset(header: bytes) }
    }

    @Test func checksumIsThatOfTheStandard() {
        var checksum = CRC32()
        checksum.append(Array("12345".utf8)[...])
        checksum.append(Array("6789".utf8)[...])
        #expect(checksum.value == 0xCBF4_3926)
    }

    @Test func checksumIsTheSameInPiecesOfAnyLength() {
        let content = (0..<1000).map { UInt8(truncatingIfNeeded: ($0 &* 31) >> 2) }
        for length in [1, 7, 8, 13, 999] {
            var checksum = CRC32()
            for start in stride(from: 0, to: content.count, by: length) {
                checksum.append(content[start..<min(start + length, content.count)])
            }
            #expect(checksum.value == 0x32F5_147F)
        }
    }
}
