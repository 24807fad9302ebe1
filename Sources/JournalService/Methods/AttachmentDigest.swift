// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Crypto
internal import Foundation
internal import SwiftData

/// The SHA-256 digest of the content of an attachment, in lowercase hexadecimal.
struct AttachmentDigest: ContentDigest {
    private var hash = SHA256()

    mutating func append(_ bytes: Data) { hash.update(data: bytes) }

    var text: String {
        hash.finalize().map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
