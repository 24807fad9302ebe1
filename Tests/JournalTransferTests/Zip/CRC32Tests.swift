// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalTransfer
import Testing

struct CRC32Tests {
    @Test(arguments: [
        ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
        ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ])
    func checksumsAreThoseOfZip(text: String, expected: UInt32) {
        var checksum = CRC32()
        checksum.append(Array(text.utf8)[...])
        #expect(checksum.value == expected)
    }

    /// Eight bytes are looked up at a time, so pieces of other lengths end in between.
    @Test(arguments: 1...20) func checksumDoesNotDependOnThePieces(length: Int) {
        let bytes = (0..<100).map { UInt8($0 * 7 % 256) }
        var whole = CRC32()
        whole.append(bytes[...])
        var pieces = CRC32()
        for start in stride(from: 0, to: bytes.count, by: length) {
            pieces.append(bytes[start..<min(start + length, bytes.count)])
        }
        #expect(pieces.value == whole.value)
    }
}
