// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The list of the members at the end of a zip archive, also in the form for more than 4 GiB or
/// 65,535 members (zip64).
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
    package static let endLength = endRecordLength + 65_535 + locatorLength + largeEndLength

    private static let endRecordLength = 22
    /// The lengths of the records before the end of a large archive.
    private static let locatorLength = 20
    private static let largeEndLength = 56

    /// Returns the position of the list.
    ///
    /// - Parameters:
    ///   - end: The last bytes of the archive: `endLength`, or all of them.
    ///   - size: The number of bytes of the archive.
    /// - Returns: The bytes of the archive that are the list.
    /// - Throws: An error for a file that is no archive.
    package static func place(end: [UInt8], size: Int) throws(ZipError) -> Range<Int> {
        guard end.count >= endRecordLength else { throw ZipError("the file is no zip archive") }
        let starts = stride(from: end.count - endRecordLength, through: 0, by: -1)
            .filter { end[$0] == 0x50 && number(end, at: $0, count: 4) == 0x0605_4B50 }
        // A comment at the end of the archive can contain the mark of a record as well.
        let whole = starts.first { start in
            start + endRecordLength + number(end, at: start + 20, count: 2) == end.count
        }
        guard let start = whole ?? starts.first else {
            throw ZipError("the file is no zip archive, or is incomplete")
        }
        let place = try largePlace(end, at: start, size: size) ?? smallPlace(end, at: start)
        guard place.length <= size, place.offset <= size - place.length else { throw .damaged }
        return place.offset..<place.offset + place.length
    }

    private static func smallPlace(_ end: [UInt8], at start: Int) -> (offset: Int, length: Int) {
        (number(end, at: start + 16, count: 4), number(end, at: start + 12, count: 4))
    }

    /// Returns the place in the record of a large archive; nil if the last record is sufficient.
    private static func largePlace(
        _ end: [UInt8],
        at start: Int,
        size: Int
    ) throws(ZipError) -> (offset: Int, length: Int)? {
        let isFull =
            number(end, at: start + 16, count: 4) == 0xFFFF_FFFF
            || number(end, at: start + 12, count: 4) == 0xFFFF_FFFF
            || number(end, at: start + 10, count: 2) == 0xFFFF
        let locator = start - locatorLength
        guard isFull, locator >= 0, number(end, at: locator, count: 4) == 0x0706_4B50 else {
            return nil
        }
        let record = number(end, at: locator + 8, count: 8) - (size - end.count)
        guard record >= 0, record <= locator - largeEndLength,
            number(end, at: record, count: 4) == 0x0606_4B50
        else { throw .damaged }
        return (number(end, at: record + 48, count: 8), number(end, at: record + 40, count: 8))
    }

    /// Returns the members in a list.
    package static func members(_ list: [UInt8]) throws(ZipError) -> [Member] {
        var members: [Member] = []
        var start = 0
        while start + 46 <= list.count {
            guard number(list, at: start, count: 4) == 0x0201_4B50 else { throw .damaged }
            let nameLength = number(list, at: start + 28, count: 2)
            let extra = start + 46 + nameLength
            let end = extra + number(list, at: start + 30, count: 2)
            guard end <= list.count else { throw .damaged }
            let name = String(decoding: list[start + 46..<extra], as: UTF8.self)
            let method = number(list, at: start + 10, count: 2)
            guard number(list, at: start + 8, count: 2) & 1 == 0 else {
                throw ZipError("\(name) is encrypted; unpack the archive and import the folder")
            }
            guard method == 0 || method == 8 else {
                throw ZipError(
                    "\(name) is compressed by method \(method), which is not supported; unpack the "
                        + "archive and import the folder"
                )
            }
            var member = Member(
                name: name,
                isCompressed: method == 8,
                checksum: UInt32(number(list, at: start + 16, count: 4)),
                compressedSize: number(list, at: start + 20, count: 4),
                size: number(list, at: start + 24, count: 4),
                offset: number(list, at: start + 42, count: 4)
            )
            member.readLargeNumbers(list[extra..<end])
            members.append(member)
            start = end + number(list, at: start + 32, count: 2)
        }
        return withSlashes(members)
    }

    /// Returns the members with slashes in their names, if the program that wrote the archive used
    /// backslashes instead, as some on Windows do.
    private static func withSlashes(_ members: [Member]) -> [Member] {
        guard !members.contains(where: { $0.name.utf8.contains(UInt8(ascii: "/")) }) else {
            return members
        }
        return members.map { member in
            var member = member
            member.name = String(member.name.map { $0 == "\\" ? "/" : $0 })
            return member
        }
    }

    /// Returns the distance of the content of a member from its header.
    package static func contentOffset(header: [UInt8]) throws(ZipError) -> Int {
        guard header.count >= headerLength, number(header, at: 0, count: 4) == 0x0403_4B50 else {
            throw .damaged
        }
        return headerLength + number(header, at: 26, count: 2) + number(header, at: 28, count: 2)
    }

    /// Returns a number of 2, 4 or 8 bytes; one that is too large for any file is the largest.
    fileprivate static func number(
        _ bytes: some RandomAccessCollection<UInt8>,
        at start: Int,
        count: Int
    ) -> Int {
        var value: UInt64 = 0
        for index in 0..<count {
            let byte = bytes[bytes.index(bytes.startIndex, offsetBy: start + index)]
            value |= UInt64(byte) << UInt64(index * 8)
        }
        return Int(min(value, UInt64(Int.max >> 1)))
    }
}

extension ZipDirectory.Member {
    /// Reads the sizes and the position that are too large for the list from an extra field.
    fileprivate mutating func readLargeNumbers(_ extra: ArraySlice<UInt8>) {
        var rest = extra
        while rest.count >= 4 {
            let length = ZipDirectory.number(rest, at: 2, count: 2)
            var field = rest.dropFirst(4).prefix(length)
            if ZipDirectory.number(rest, at: 0, count: 2) == 1 {
                // Only those numbers that have no room in the list, in this order.
                for place in [\Self.size, \.compressedSize, \.offset]
                where self[keyPath: place] == 0xFFFF_FFFF && field.count >= 8 {
                    self[keyPath: place] = ZipDirectory.number(field, at: 0, count: 8)
                    field = field.dropFirst(8)
                }
            }
            rest = rest.dropFirst(4 + length)
        }
    }
}

/// The reason why a zip archive cannot be read.
package struct ZipError: Error, Equatable, CustomStringConvertible {
    /// The fault.
    package var description: String

    /// Creates an error.
    package init(_ description: String) { self.description = description }

    /// The error for an archive that contradicts itself.
    package static let damaged = ZipError("the archive is damaged")
}
