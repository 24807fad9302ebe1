// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decompresses data in the format Deflate (RFC 1951), piece by piece.
package struct Inflater {
    /// The distance that a reference can reach back.
    private static let window = 32_768
    private static let pieceLength = 1 << 16

    private let read: () -> [UInt8]
    private var input: [UInt8] = []
    private var position = 0
    private var bits: UInt32 = 0
    private var bitCount: UInt32 = 0
    private var output: [UInt8] = []

    /// Creates a decompressor.
    ///
    /// - Parameter read: Returns the next compressed bytes; none at their end.
    package init(read: @escaping () -> [UInt8]) { self.read = read }

    /// Decompresses everything.
    ///
    /// - Parameter write: Called with each piece; returns false to stop.
    /// - Throws: An error for data that is damaged or incomplete, or if `write` returns false.
    package mutating func run(_ write: (ArraySlice<UInt8>) -> Bool) throws(ZipError) {
        var written = 0
        var isLast = false
        while !isLast {
            isLast = try take(1) == 1
            switch try take(2) {
            case 0: try copyStored(&written, write)
            case 1: try inflate(.fixedLiterals, .fixedDistances, &written, write)
            case 2:
                let codes = try readCodes()
                try inflate(codes.literals, codes.distances, &written, write)
            default: throw .damaged
            }
        }
        _ = write(output[written...])
    }

    private mutating func flush(
        _ written: inout Int,
        _ write: (ArraySlice<UInt8>) -> Bool
    ) throws(ZipError) {
        guard output.count - written >= Self.pieceLength else { return }
        guard write(output[written...]) else { throw ZipError("the content was not written") }
        output.removeSubrange(..<(output.count - Self.window))
        written = output.count
    }

    private mutating func byte() throws(ZipError) -> UInt8 {
        if position == input.count {
            input = read()
            position = 0
            guard !input.isEmpty else { throw .damaged }
        }
        defer { position += 1 }
        return input[position]
    }

    private mutating func take(_ count: UInt32) throws(ZipError) -> Int {
        while bitCount < count {
            bits |= UInt32(try byte()) << bitCount
            bitCount += 8
        }
        defer {
            bits >>= count
            bitCount -= count
        }
        return Int(bits & ((1 << count) - 1))
    }

    private mutating func copyStored(
        _ written: inout Int,
        _ write: (ArraySlice<UInt8>) -> Bool
    ) throws(ZipError) {
        bits = 0
        bitCount = 0
        let length = Int(try byte()) | Int(try byte()) << 8
        let complement = Int(try byte()) | Int(try byte()) << 8
        guard length ^ complement == 0xFFFF else { throw .damaged }
        for _ in 0..<length { output.append(try byte()) }
        try flush(&written, write)
    }

    private mutating func symbol(_ code: HuffmanCode) throws(ZipError) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...HuffmanCode.longest {
            value |= try take(1)
            let count = code.counts[length]
            if value - first < count { return code.symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw .damaged
    }

    private mutating func inflate(
        _ literals: HuffmanCode,
        _ distances: HuffmanCode,
        _ written: inout Int,
        _ write: (ArraySlice<UInt8>) -> Bool
    ) throws(ZipError) {
        while true {
            let symbol = try symbol(literals)
            if symbol < 256 {
                output.append(UInt8(symbol))
            } else if symbol == 256 {
                return
            } else {
                let index = symbol - 257
                guard index < Self.lengths.count else { throw .damaged }
                let length = Self.lengths[index] + (try take(Self.lengthBits[index]))
                let code = try self.symbol(distances)
                guard code < Self.distances.count else { throw .damaged }
                let distance = Self.distances[code] + (try take(Self.distanceBits[code]))
                guard distance <= output.count else { throw .damaged }
                for _ in 0..<length { output.append(output[output.count - distance]) }
            }
            try flush(&written, write)
        }
    }

    private mutating func readCodes() throws(ZipError) -> (
        literals: HuffmanCode, distances: HuffmanCode
    ) {
        let literalCount = try take(5) + 257
        let distanceCount = try take(5) + 1
        let codeCount = try take(4) + 4
        var lengths = [Int](repeating: 0, count: 19)
        for index in 0..<codeCount { lengths[Self.codeOrder[index]] = try take(3) }
        let code = try HuffmanCode(lengths[...])
        lengths = []
        while lengths.count < literalCount + distanceCount {
            let symbol = try symbol(code)
            switch symbol {
            case 0..<16: lengths.append(symbol)
            case 16:
                guard let last = lengths.last else { throw .damaged }
                lengths += Array(repeating: last, count: 3 + (try take(2)))
            case 17: lengths += Array(repeating: 0, count: 3 + (try take(3)))
            default: lengths += Array(repeating: 0, count: 11 + (try take(7)))
            }
        }
        guard lengths.count == literalCount + distanceCount else { throw .damaged }
        return (
            try HuffmanCode(lengths[..<literalCount]), try HuffmanCode(lengths[literalCount...])
        )
    }

    private static let codeOrder = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]
    private static let lengths = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let lengthBits: [UInt32] = [
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
    ]
    private static let distances = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
        2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
    ]
    private static let distanceBits: [UInt32] = [
        0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12,
        13, 13,
    ]
}

/// A prefix code, given by the lengths of the codes of its symbols.
private struct HuffmanCode {
    static let longest = 15

    /// The number of codes of each length.
    var counts = [Int](repeating: 0, count: longest + 1)
    /// The symbols in the order of their codes.
    var symbols: [Int] = []

    init(_ lengths: ArraySlice<Int>) throws(ZipError) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        var left = 1
        for length in 1...Self.longest {
            left = left * 2 - counts[length]
            guard left >= 0 else { throw .damaged }
        }
        for length in 1...Self.longest where counts[length] > 0 {
            for (symbol, own) in lengths.enumerated() where own == length {
                symbols.append(symbol)
            }
        }
    }

    private init(counts: [Int: Int], symbols: [Int]) {
        for (length, count) in counts { self.counts[length] = count }
        self.symbols = symbols
    }

    static let fixedLiterals = HuffmanCode(
        counts: [7: 24, 8: 152, 9: 112],
        symbols: Array(256..<280) + Array(0..<144) + Array(280..<288) + Array(144..<256)
    )
    static let fixedDistances = HuffmanCode(counts: [5: 30], symbols: Array(0..<30))
}
