// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ZipDirectory {
    /// Returns the header of an uncompressed member.
    package static func header(of member: Member) -> [UInt8] {
        var bytes = field(0x0403_4B50, bytes: 4) + field(20, bytes: 2)
        bytes += common(member) + field(0, bytes: 2) + Array(member.name.utf8)
        return bytes
    }

    /// Returns the list of the members with the end of the archive, for a position in it.
    package static func list(_ members: [Member], at offset: Int) -> [UInt8] {
        var list: [UInt8] = []
        for member in members {
            // Version 2.0, made by Unix; then, after the names' lengths, no comment and mode 0600.
            list +=
                field(0x0201_4B50, bytes: 4) + field(0x0314, bytes: 2) + field(20, bytes: 2)
                + common(member)
            list +=
                field(0, bytes: 2) + field(0, bytes: 2) + field(0, bytes: 2) + field(0, bytes: 2)
                + field(0x8180 << 16, bytes: 4)
            list += field(member.offset, bytes: 4) + Array(member.name.utf8)
        }
        let count = field(members.count, bytes: 2)
        return list + field(0x0605_4B50, bytes: 4) + field(0, bytes: 4) + count + count
            + field(list.count, bytes: 4)
            + field(offset, bytes: 4) + field(0, bytes: 2)
    }

    /// Returns the fields that a header and the list have in common: flags (UTF-8), method, time,
    /// date (1980-01-01), checksum, sizes, and the length of the name.
    private static func common(_ member: Member) -> [UInt8] {
        field(0x0800, bytes: 2) + field(0, bytes: 2) + field(0, bytes: 2) + field(0x21, bytes: 2)
            + field(Int(member.checksum), bytes: 4) + field(member.compressedSize, bytes: 4)
            + field(member.size, bytes: 4) + field(member.name.utf8.count, bytes: 2)
    }

    private static func field(_ value: Int, bytes count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

extension ZipDirectory.Member {
    /// Describes an uncompressed member.
    package init(name: String, size: Int, checksum: UInt32, offset: Int) {
        self.init(
            name: name,
            isCompressed: false,
            checksum: checksum,
            compressedSize: size,
            size: size,
            offset: offset
        )
    }
}
