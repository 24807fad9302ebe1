// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalSystem
import Testing

/// The examples of FIPS 180-4 and of NIST's test vectors.
@Suite struct SHA256DigestTests {
    private func digest(_ text: String) -> String {
        var digest = SHA256Digest()
        digest.append(Array(text.utf8))
        return digest.hexadecimal
    }

    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func digestsEqualThePublishedOnes(text: String, expected: String) {
        #expect(digest(text) == expected)
    }

    @Test func aThousandLettersHaveThePublishedDigest() {
        // sha256sum of 1000 times the letter a.
        #expect(
            digest(String(repeating: "a", count: 1000))
                == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
        )
    }

    @Test(arguments: [1, 3, 55, 56, 63, 64, 65, 127, 200])
    func piecesOfAnyLengthHaveTheDigestOfTheWhole(length: Int) {
        let bytes = (0..<200).map { UInt8($0) }
        var whole = SHA256Digest()
        whole.append(bytes)
        var pieces = SHA256Digest()
        for start in stride(from: 0, to: bytes.count, by: length) {
            pieces.append(bytes[start..<min(start + length, bytes.count)])
        }
        #expect(pieces.hexadecimal == whole.hexadecimal)
    }
}
