// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The limits within which an archive is unpacked: a small one can otherwise occupy the processor
/// for minutes and fill the disk.
extension ZipDirectory {
    /// The number of bytes of a file that can be attached; a text is shorter.
    private static let largestMember = Limits.attachment
    /// The number of bytes to which any archive can be unpacked.
    private static let smallContent = 64 << 20
    /// The number of times that a content can be larger than in the archive; JSON is 5 to 20 times
    /// larger.
    private static let largestRatio = 100

    /// Checks that members can be unpacked.
    ///
    /// - Parameters:
    ///   - members: The members in the list.
    ///   - start: The position of the list, before which all contents are.
    /// - Returns: The number of bytes of all contents.
    /// - Throws: An error if a content is outside of the archive, if contents overlap, or if they
    ///   are too large.
    package static func check(
        _ members: [Member],
        before start: Int
    ) throws(ZipError) -> Int {
        var (compressedSize, size) = (0, 0)
        for member in members {
            let length = headerLength + member.compressedSize
            guard length <= start - compressedSize, member.offset <= start - length else {
                throw .damaged
            }
            guard member.size <= largestMember else {
                throw ZipError(
                    "\(member.name) has \(text(member.size)); the limit is "
                        + "\(text(largestMember)). Unpack the archive, and import the folder "
                        + "with --keep-going"
                )
            }
            compressedSize += length
            size += member.size
        }
        guard size <= max(smallContent, compressedSize * largestRatio) else {
            throw ZipError(
                "the archive has \(text(compressedSize)) and would unpack to \(text(size)), more "
                    + "than \(largestRatio) times as much. If you trust it, unpack it and import "
                    + "the folder"
            )
        }
        return size
    }

    /// Returns a number of bytes for a person: `1.9 GiB`.
    package static func text(_ size: Int) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var (unit, tenths) = (0, size * 10)
        while tenths >= 10_240, unit < units.count - 1 {
            unit += 1
            tenths /= 1024
        }
        let fraction = unit == 0 || tenths % 10 == 0 ? "" : ".\(tenths % 10)"
        return "\(tenths / 10)\(fraction) \(units[unit])"
    }
}
