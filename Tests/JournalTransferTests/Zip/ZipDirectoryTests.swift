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
        let place = try ZipDirectory.place(end: archive)
        #expect(try ZipDirectory.members(Array(archive[place])) == members)
        try ZipDirectory.check(members, before: place.lowerBound)
        // Contents that are not before the list, or overlap.
        #expect(throws: ZipError.self) { try ZipDirectory.check(members, before: 60) }
        #expect(throws: ZipError.self) {
            try ZipDirectory.check(members + members, before: place.lowerBound)
        }
    }

    @Test func contentsThatAreTooLargeAreRefused() throws {
        var member = ZipDirectory.Member(name: "a", size: 1, checksum: 0, offset: 0)
        member.size = 3 << 30
        try ZipDirectory.check([member, member], before: 1000)
        let error = #expect(throws: ZipError.self) {
            try ZipDirectory.check([member, member, member], before: 1000)
        }
        #expect(error?.description.contains("8 GiB") == true)
    }

    @Test(
        arguments: [[], Array(repeating: 0, count: 100), Array("PK\u{3}\u{4}".utf8)] as [[UInt8]]
    )
    func otherFilesAreRefused(bytes: [UInt8]) {
        #expect(throws: ZipError.self) { try ZipDirectory.place(end: bytes) }
        #expect(throws: ZipError.self) { try ZipDirectory.contentOffset(header: bytes) }
    }

    @Test func checksumIsThatOfTheStandard() {
        var checksum = CRC32()
        checksum.append(Array("12345".utf8))
        checksum.append(Array("6789".utf8))
        #expect(checksum.value == 0xCBF4_3926)
    }
}
