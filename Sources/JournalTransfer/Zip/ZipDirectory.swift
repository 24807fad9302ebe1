// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The list of the members at the end of a zip archive.
package struct ZipDirectory: Sendable, Equatable {
    /// A member of an archive.
    package struct Member: Sendable, Equatable {
        /// The name, with slashes between folders.
        package var name: String
        /// Whether the content is compressed with Deflate rather than stored.
        package var isCompressed: Bool
        /// The checksum of the content.
        package var checksum: UInt32
        /// The number of bytes in the archive.
        package var compressedSize: Int
        /// The number of bytes of the content.
        package var size: Int
        /// The position of the header of the member.
        package var offset: Int
    }

    /// The length of the header of a member without its name and its extra field.
    package static let headerLength = 30
    /// The number of bytes at the end of an archive that contain the position of the list.
    package static let endLength = 22 + 65_535

    /// The number of bytes that the contents of all members can have together.
    private static let largestContent = 8 << 30

    /// Returns the position and the length of the list.
    ///
    /// - Parameter end: The last bytes of the archive: `endLength`, or all of them.
    /// - Returns: The bytes of the archive that are the list.
    /// - Throws: An error for a file that is no archive, or one in the form for large archives.
    package static func place(end: [UInt8]) throws(ZipError) -> Range<Int> {
        guard end.count >= 22 else { throw ZipError("the file is no zip archive") }
        for start in stride(from: end.count - 22, through: 0, by: -1)
        where number(end, start, 4) == 0x0605_4B50 {
            let length = number(end, start + 12, 4)
            let offset = number(end, start + 16, 4)
            guard offset != 0xFFFF_FFFF, number(end, start + 10, 2) != 0xFFFF else {
                throw ZipError(
                    "the archive is in the form for more than 4 GiB or 65,535 files, which is not "
                        + "supported; unpack it and import the folder"
                )
            }
            return offset..<offset + length
        }
        throw ZipError("the file is no zip archive, or is incomplete")
    }

    /// Returns the members in a list.
    package static func members(_ list: [UInt8]) throws(ZipError) -> [Member] {
        var members: [Member] = []
        var start = 0
        while start + 46 <= list.count {
            guard number(list, start, 4) == 0x0201_4B50 else { throw .damaged }
            let nameLength = number(list, start + 28, 2)
            let end = start + 46 + nameLength
            guard end <= list.count else { throw .damaged }
            let name = String(decoding: list[start + 46..<end], as: UTF8.self)
            let method = number(list, start + 10, 2)
            guard number(list, start + 8, 2) & 1 == 0 else {
                throw ZipError("\(name) is encrypted; unpack the archive and import the folder")
            }
            guard method == 0 || method == 8 else {
                throw ZipError(
                    "\(name) is compressed by method \(method), which is not supported; unpack the "
                        + "archive and import the folder"
                )
            }
            members.append(
                Member(
                    name: name,
                    isCompressed: method == 8,
                    checksum: UInt32(number(list, start + 16, 4)),
                    compressedSize: number(list, start + 20, 4),
                    size: number(list, start + 24, 4),
                    offset: number(list, start + 42, 4)
                )
            )
            start = end + number(list, start + 30, 2) + number(list, start + 32, 2)
        }
        return members
    }

    /// Checks that members can be unpacked: an archive made for it could otherwise fill the memory
    /// or the disk.
    ///
    /// - Parameters:
    ///   - members: The members in the list.
    ///   - start: The position of the list, before which all contents are.
    /// - Throws: An error if a content is outside of the archive, if contents overlap, or if they
    ///   are too large together.
    package static func check(_ members: [Member], before start: Int) throws(ZipError) {
        var (compressedSize, size) = (0, 0)
        for member in members {
            guard member.offset + headerLength + member.compressedSize <= start else {
                throw .damaged
            }
            compressedSize += headerLength + member.compressedSize
            size += member.size
        }
        guard compressedSize <= start else { throw .damaged }
        guard size <= largestContent else {
            throw ZipError(
                "the files of the archive have more than 8 GiB; unpack it and import the folder"
            )
        }
    }

    /// Returns the distance of the content of a member from its header.
    package static func contentOffset(header: [UInt8]) throws(ZipError) -> Int {
        guard header.count >= headerLength, number(header, 0, 4) == 0x0403_4B50 else {
            throw .damaged
        }
        return headerLength + number(header, 26, 2) + number(header, 28, 2)
    }

    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[start + $1]) << ($1 * 8) }
    }
}

extension ZipDirectory {
    /// Returns the header of a member whose content is stored.
    package static func header(of member: Member) -> [UInt8] {
        var bytes = field(0x0403_4B50, 4) + field(20, 2)
        bytes += common(member) + field(0, 2) + Array(member.name.utf8)
        return bytes
    }

    /// Returns the list of the members with the end of the archive, for a position in it.
    package static func list(_ members: [Member], at offset: Int) -> [UInt8] {
        var list: [UInt8] = []
        for member in members {
            // Version 2.0, made by Unix; then, after the names' lengths, no comment and mode 0600.
            list += field(0x0201_4B50, 4) + field(0x0314, 2) + field(20, 2) + common(member)
            list += field(0, 2) + field(0, 2) + field(0, 2) + field(0, 2) + field(0x8180 << 16, 4)
            list += field(member.offset, 4) + Array(member.name.utf8)
        }
        let count = field(members.count, 2)
        return list + field(0x0605_4B50, 4) + field(0, 4) + count + count + field(list.count, 4)
            + field(offset, 4) + field(0, 2)
    }

    /// Returns the fields that a header and the list have in common: flags (UTF-8), method, time,
    /// date (1980-01-01), checksum, sizes, and the length of the name.
    private static func common(_ member: Member) -> [UInt8] {
        field(0x0800, 2) + field(0, 2) + field(0, 2) + field(0x21, 2)
            + field(Int(member.checksum), 4) + field(member.compressedSize, 4)
            + field(member.size, 4) + field(member.name.utf8.count, 2)
    }

    private static func field(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}

extension ZipDirectory.Member {
    /// Describes a member whose content is stored as it is.
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
