// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decompresses data in the format Deflate (RFC 1951), piece by piece.
package struct Inflater {
    /// The distance that a reference can reach back.
    private static let window = 32_768
    private static let pieceLength = 1 << 17
    private var input: BitReader
    /// The last bytes that were written, up to `window`, then those that were not written yet.
    private var output = [UInt8](repeating: 0, count: window + pieceLength)
    private var written = 0
    private var end = 0

    /// Creates a decompressor.
    ///
    /// - Parameter read: Returns the next compressed bytes; none at their end.
    package init(read: @escaping () -> [UInt8]) { input = BitReader(read: read) }

    /// Decompresses everything.
    ///
    /// - Parameter write: Called with each piece; returns false to stop.
    /// - Throws: An error for data that is damaged or incomplete, or if `write` returns false.
    package mutating func run(_ write: (ArraySlice<UInt8>) -> Bool) throws(ZipError) {
        var isLast = false
        while !isLast {
            isLast = try input.take(1) == 1
            switch try input.take(2) {
            case 0: try copyStored(write)
            case 1: try inflate(.fixed, write)
            case 2: try inflate(try DeflateCodes(from: &input), write)
            default: throw .damaged
            }
        }
        try flush(write)
    }

    /// Writes what was not written yet, and moves the window to the beginning.
    private mutating func flush(_ write: (ArraySlice<UInt8>) -> Bool) throws(ZipError) {
        guard write(output[written..<end]) else { throw ZipError("the content was not written") }
        let kept = min(end, Self.window)
        let start = end - kept
        output.withUnsafeMutableBytes { bytes in
            let window = UnsafeRawBufferPointer(rebasing: bytes[start..<start + kept])
            bytes.copyMemory(from: window)
        }
        written = kept
        end = kept
    }

    private mutating func copyStored(_ write: (ArraySlice<UInt8>) -> Bool) throws(ZipError) {
        input.alignToByte()
        var length = try input.take(16)
        guard length ^ (try input.take(16)) == 0xFFFF else { throw .damaged }
        while length > 0 {
            if end == output.count { try flush(write) }
            let count = min(length, output.count - end)
            try input.copy(count, to: &output, at: end)
            end += count
            length -= count
        }
    }

    private mutating func inflate(
        _ codes: DeflateCodes,
        _ write: (ArraySlice<UInt8>) -> Bool
    ) throws(ZipError) {
        var isDone = false
        while !isDone {
            if output.count - end < DeflateCodes.longestReference { try flush(write) }
            // The loop has local variables, which stay in registers.
            var (reader, decoded) = (input, end)
            isDone = try output.withUnsafeMutableBufferPointer { output throws(ZipError) in
                try codes.decode(&reader, to: output, end: &decoded)
            }
            (input, end) = (reader, decoded)
        }
    }
}
