// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The prefix codes of a block of Deflate: of literals and lengths, and of distances.
struct DeflateCodes {
    private let literals: HuffmanCode
    private let distances: HuffmanCode

    /// The codes of blocks that have none of their own.
    static let fixed = DeflateCodes(
        literals: HuffmanCode(
            fixed: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        ),
        distances: HuffmanCode(fixed: Array(repeating: 5, count: 30))
    )

    private init(literals: HuffmanCode, distances: HuffmanCode) {
        self.literals = literals
        self.distances = distances
    }

    /// Reads the codes at the beginning of a block.
    init(from input: inout BitReader) throws(ZipError) {
        let literalCount = try input.take(5) + 257
        let distanceCount = try input.take(5) + 1
        let codeCount = try input.take(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<codeCount { lengths[Self.codeOrder[index]] = try input.take(3) }
        let code = try HuffmanCode(lengths[...])
        lengths = []
        while lengths.count < literalCount + distanceCount {
            input.refill()
            let symbol = try code.symbol(&input)
            switch symbol {
            case 0..<16: lengths.append(symbol)
            case 16:
                guard let last = lengths.last else { throw .damaged }
                lengths += Array(repeating: last, count: 3 + (try input.take(2)))
            case 17: lengths += Array(repeating: 0, count: 3 + (try input.take(3)))
            default: lengths += Array(repeating: 0, count: 11 + (try input.take(7)))
            }
        }
        guard lengths.count == literalCount + distanceCount else { throw .damaged }
        literals = try HuffmanCode(lengths[..<literalCount])
        distances = try HuffmanCode(lengths[literalCount...])
    }

    /// Decompresses until the block ends or the output has no room for the longest reference.
    ///
    /// - Parameters:
    ///   - input: The compressed bits.
    ///   - output: The decompressed bytes; a reference cannot reach back before them.
    ///   - end: The number of decompressed bytes.
    /// - Returns: Whether the block has ended.
    /// - Throws: An error for data that is damaged or incomplete.
    func decode(
        _ input: inout BitReader,
        to output: UnsafeMutableBufferPointer<UInt8>,
        end: inout Int
    ) throws(ZipError) -> Bool {
        // A literal or length and a distance with their further bits have at most 48 bits.
        while output.count - end >= Self.longestReference {
            input.refill()
            let symbol = try literals.symbol(&input)
            if symbol < 256 {
                output[end] = UInt8(truncatingIfNeeded: symbol)
                end += 1
                continue
            }
            if symbol == 256 { return true }
            let index = symbol - 257
            guard index < Self.lengths.count else { throw .damaged }
            let length = Self.lengths[index] + (try input.takeAvailable(Self.lengthBits[index]))
            let code = try distances.symbol(&input)
            guard code < Self.distances.count else { throw .damaged }
            let distance =
                Self.distances[code] + (try input.takeAvailable(Self.distanceBits[code]))
            guard distance <= end else { throw .damaged }
            Self.copy(length, from: end - distance, to: end, in: output)
            end += length
        }
        return false
    }

    /// Copies bytes, of which those that are copied first can be copied again.
    @inline(__always)
    private static func copy(
        _ length: Int,
        from start: Int,
        to end: Int,
        in output: UnsafeMutableBufferPointer<UInt8>
    ) {
        if end - start >= length, let bytes = output.baseAddress {
            (bytes + end).update(from: bytes + start, count: length)
        } else {
            for index in 0..<length { output[end + index] = output[start + index] }
        }
    }

    /// The length of the longest reference.
    static let longestReference = 258
    private static let codeOrder = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]
    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let lengthBits = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
    ]
    private static let distanceBits = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
        13, 13,
    ]
}
