// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The write-ahead log of a database: the pages of the commits that are not in the database.
struct WriteAheadLog {
    private static let headerLength = 32
    private static let frameHeaderLength = 24

    /// The size of a page in bytes.
    let pageSize: Int
    /// The number of pages of the database after the last commit; 0 if there is none.
    private(set) var pageCount = 0
    private var offsets: [Int: Int] = [:]
    private let file: any PageFile

    /// Reads the list of pages up to the last commit with correct checksums; returns `nil` if the
    /// file is not a log.
    init?(_ file: any PageFile) {
        let header = file.bytes(at: 0, count: Self.headerLength)
        guard let magic = header.integer(at: 0, width: 4), magic & ~1 == 0x377F_0682,
            let size = header.integer(at: 8, width: 4), DatabaseFile.isPageSize(size)
        else { return nil }
        self.file = file
        pageSize = size
        let isBigEndian = magic & 1 == 1
        var sum = Checksum()
        sum.add(header[..<24], isBigEndian)
        guard sum.equals(header, at: 24) else { return nil }
        var pending: [Int: Int] = [:]
        var position = Self.headerLength
        while true {
            let frame = file.bytes(at: position, count: Self.frameHeaderLength + size)
            guard frame.count == Self.frameHeaderLength + size,
                frame[8..<16] == header[16..<24],
                let number = frame.integer(at: 0, width: 4),
                let committed = frame.integer(at: 4, width: 4)
            else { return }
            sum.add(frame[..<8], isBigEndian)
            sum.add(frame[Self.frameHeaderLength...], isBigEndian)
            guard sum.equals(frame, at: 16) else { return }
            pending[number] = position + Self.frameHeaderLength
            position += frame.count
            if committed > 0 {
                offsets.merge(pending) { $1 }
                pending.removeAll()
                pageCount = committed
            }
        }
    }

    /// Returns a page that the log contains.
    func page(_ number: Int) -> [UInt8]? {
        offsets[number].map { file.bytes(at: $0, count: pageSize) }
    }
}

/// The checksum of the frames of a log; each frame continues the checksum of the previous one.
private struct Checksum {
    private var first: UInt32 = 0
    private var second: UInt32 = 0

    mutating func add(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) {
        bytes.withUnsafeBytes { raw in
            for offset in stride(from: 0, to: raw.count - 7, by: 8) {
                let words = (
                    raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
                    raw.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
                )
                first &+= (isBigEndian ? words.0.bigEndian : words.0.littleEndian) &+ second
                second &+= (isBigEndian ? words.1.bigEndian : words.1.littleEndian) &+ first
            }
        }
    }

    func equals(_ bytes: [UInt8], at offset: Int) -> Bool {
        bytes.integer(at: offset, width: 4) == Int(first)
            && bytes.integer(at: offset + 4, width: 4) == Int(second)
    }
}
