// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalTransfer
import Testing

struct MD5DigestTests {
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        (
            String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func digestIsThatOfTheStandard(text: String, expected: String) {
        for length in [1, 7, 64, 100] {
            var digest = MD5Digest()
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: length) {
                digest.append(bytes[start..<min(start + length, bytes.count)])
            }
            #expect(digest.hexadecimal == expected)
        }
    }
}
