// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A prefix code, which is determined by the lengths of the codes of its symbols.
struct HuffmanCode {
    private static let longest = 15
    /// The length of the codes that one look into a table decodes; longer ones are rare.
    private static let tableBits = 10

    /// The number of codes of each length.
    private var counts = [Int](repeating: 0, count: longest + 1)
    /// The symbols in the order of their codes.
    private var symbols: [Int] = []
    /// For the next bits: a symbol, shifted by 4, and the length of its code; 0 for a longer code.
    private var table = [UInt16](repeating: 0, count: 1 << tableBits)

    /// Creates a code.
    ///
    /// - Parameter lengths: The length of the code of each symbol; 0 for a symbol without a code.
    /// - Throws: An error if there are not so many codes of these lengths.
    init(_ lengths: ArraySlice<Int>) throws(ZipError) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        var left = 1
        for length in 1...Self.longest {
            left = left * 2 - counts[length]
            guard left >= 0 else { throw .damaged }
        }
        fill(lengths)
    }

    /// Creates a code from lengths that are known to be possible.
    init(fixed lengths: [Int]) {
        for length in lengths { counts[length] += 1 }
        fill(lengths[...])
    }

    private mutating func fill(_ lengths: ArraySlice<Int>) {
        var code = 0
        for length in 1...Self.longest {
            if counts[length] > 0 {
                for (symbol, own) in lengths.enumerated() where own == length {
                    symbols.append(symbol)
                    enter(symbol, code: code, length: length)
                    code += 1
                }
            }
            code <<= 1
        }
    }

    /// Enters a code into the table, once for each sequence of bits that can follow it.
    private mutating func enter(_ symbol: Int, code: Int, length: Int) {
        guard length <= Self.tableBits else { return }
        var reversed = 0
        for bit in 0..<length where code >> bit & 1 == 1 { reversed |= 1 << (length - 1 - bit) }
        for index in stride(from: reversed, to: table.count, by: 1 << length) {
            table[index] = UInt16(symbol << 4 | length)
        }
    }

    /// Returns the next symbol; the input must have been refilled.
    @inline(__always)
    func symbol(_ input: inout BitReader) throws(ZipError) -> Int {
        let found = table[Int(input.bits & (1 << UInt64(Self.tableBits) - 1))]
        guard found != 0 else { return try longSymbol(&input) }
        try input.drop(Int(found & 15))
        return Int(found >> 4)
    }

    /// Returns the next symbol, reading its code bit by bit.
    private func longSymbol(_ input: inout BitReader) throws(ZipError) -> Int {
        var (value, first, index) = (0, 0, 0)
        for length in 1...Self.longest {
            value |= try input.takeAvailable(1)
            let count = counts[length]
            if value - first < count { return symbols[index + value - first] }
            index += count
            first = (first + count) << 1
            value <<= 1
        }
        throw .damaged
    }
}
