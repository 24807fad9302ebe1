// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalTransfer
import Testing

struct InflaterTests {
    /// Data that zlib compressed, with codes of its own, with the fixed codes, and stored.
    private static let compressed = [
        (
            """
            8dd4b10dc3300c44d13e53708448a2246a1c15346c40480c9b45c60f32417e7fc5c72b6e1d2f97a7\
            bc379912fe09897d865c7efa8c5b8eb87d6d8ff51ba54156c5c8aa76b2ea8dac4645f58aea0baacf\
            a83ea17a648fe833a25744df10bd217a249f91bc22f986e48dc923fa84e80ba2af88be23fa81ec13\
            b22fc8be22fb8eec0dd923fa8ce815d137446fec70503c92d77ff25f
            """,
            (0..<40).map { "line \($0 * 7919 % 100) of a text that repeats itself\n" }.joined()
        ),
        ("4b4c4a4e44420a19a93939f9101200", "abcabcabcabcabc hello hello"),
        ("010600f9ff73746f726564", "stored"),
        // Codes of up to 12 bits, for letters that become more frequent as the Fibonacci numbers.
        (
            """
            05c14102c3300cc3b0b76e6b135b22ff7f1df0c11a971fd6b83c58ebf262adcbc15a9783b52e076b\
            0d176b0d176b0d176b0d17b18641ac61106b1cc41a07b1c641ac71106b1cc41a17b1c645ac71116b\
            5cc41a17b1c6e587352e0fd6b8bc58ebf262adcbc15a9783b52e176b0d176b0d176b0d17b1868b58\
            c320d63888350e628d8358e320d63888350e628d8b58e322d6b888352e628dcb176b5c1eac7179b1\
            d6e5c55a9783b52e076b5d0ed61a2ed61a2ed61a2e620d17b18641ac61106b1cc41a07b1c641ac71\
            106b1cc41a17b1c645ac71116b5cc41a973f
            """,
            scattered([1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233])
        ),
    ]

    /// Returns letters in a fixed order, of which each occurs a number of times.
    private static func scattered(_ counts: [Int]) -> String {
        let letters = counts.enumerated().flatMap { index, count in
            [UInt8](repeating: UInt8(ascii: "a") + UInt8(index), count: count)
        }
        let order = letters.indices.map { letters[$0 * 271 % letters.count] }
        return String(decoding: order, as: UTF8.self)
    }

    private func inflate(_ bytes: [UInt8], pieces length: Int) throws -> String {
        var position = 0
        var inflater = Inflater {
            defer { position += length }
            return position < bytes.count
                ? Array(bytes[position..<min(position + length, bytes.count)]) : []
        }
        var result: [UInt8] = []
        try inflater.run {
            result += $0
            return true
        }
        return String(decoding: result, as: UTF8.self)
    }

    @Test(arguments: compressed, [1, 5, 4096])
    func compressedDataIsRead(data: (String, String), pieces: Int) throws {
        #expect(try inflate(bytes(data.0), pieces: pieces) == data.1)
    }

    @Test(arguments: compressed)
    func incompleteDataIsRefused(data: (String, String)) {
        let bytes = bytes(data.0)
        #expect(throws: ZipError.self) { try inflate(bytes.dropLast(3), pieces: 64) }
        #expect(throws: ZipError.self) { try inflate([0x07], pieces: 1) }
    }

    @Test func referenceReachesBackOverWhatWasWritten() throws {
        let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7 ^ $0) }
        var data: [UInt8] = []
        for start in stride(from: 0, to: content.count, by: 60_000) {
            // A stored block, whose length is written twice.
            data += [0x00, 0x60, 0xEA, 0x9F, 0x15] + content[start..<start + 60_000]
        }
        // A last block with the longest reference over the longest distance.
        data += bytes("1bbdff1f00")
        var position = 0
        var inflater = Inflater {
            defer { position += 4099 }
            return position < data.count
                ? Array(data[position..<min(position + 4099, data.count)]) : []
        }
        var result: [UInt8] = []
        try inflater.run {
            result += $0
            return true
        }
        let start = content.count - 32_768
        #expect(result == content + content[start..<start + 258])
    }

    @Test func decompressionStopsWhenAPieceIsRefused() {
        // Zeros, 1032 for each byte after the codes, without an end.
        var start = bytes("ecc101010000008090feafee080a")
        var inflater = Inflater {
            defer { start = [] }
            return start + [UInt8](repeating: 0, count: 1 << 12)
        }
        var count = 0
        #expect(throws: ZipError.self) {
            try inflater.run {
                count += $0.count
                return count < 1 << 20
            }
        }
        #expect(count < 2 << 20)
    }

    @Test func anyDataEndsWithAResultOrAnError() {
        var generator = SystemRandomNumberGenerator()
        var refused = 0
        for _ in 0..<200 {
            let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if (try? inflate(bytes, pieces: 64)) == nil { refused += 1 }
        }
        #expect(refused > 0)
    }

    private func bytes(_ digits: String) -> [UInt8] {
        let digits = Array(digits.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16)
        }
    }
}
