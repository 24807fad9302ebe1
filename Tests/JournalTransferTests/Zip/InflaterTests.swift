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
    ]

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
