// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// A text that is overwritten in memory once it is no longer used, such as a passphrase.
///
/// Its bytes are in one place, which is not copied: a `String` of up to 15 bytes would be part of
/// every value that contains it.
package final class Secret: Sendable {
    /// The name of a member with a passphrase.
    package static let passphrase = "passphrase"
    /// The name of a member with the text of a key.
    package static let key = "key"

    private let bytes: [UInt8]

    /// Takes over the bytes of a text in UTF-8, of which the caller keeps no copy.
    package init(_ bytes: consuming [UInt8]) { self.bytes = bytes }

    /// Copies a text.
    package convenience init(_ text: String) { self.init(Array(text.utf8)) }

    /// Takes over the bytes of a text; nil if they are not UTF-8.
    package convenience init?(validating bytes: consuming [UInt8]) {
        self.init(bytes)
        guard withBytes({ JSON.firstInvalidUTF8(in: UnsafeRawBufferPointer($0)) == nil })
        else { return nil }
    }

    deinit { bytes.overwrite() }

    /// Whether a parser returns the string of a member as a secret.
    static func isMember(_ name: String) -> Bool { name == passphrase || name == key }

    /// Passes the bytes to a function, which keeps no copy.
    package func withBytes<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        try bytes.withUnsafeBufferPointer(body)
    }
}

extension Secret: Equatable, ExpressibleByStringLiteral {
    package convenience init(stringLiteral value: String) { self.init(value) }

    package static func == (lhs: Secret, rhs: Secret) -> Bool { lhs.bytes == rhs.bytes }
}

extension Secret: JSONConvertible {
    package convenience init(json: JSON) throws(InvalidParams) {
        switch json {
        case .secret(let secret): self.init(secret.withBytes { Array($0) })
        case .string(let text): self.init(text)
        default: throw InvalidParams(expected: "a string", found: json)
        }
    }

    package var json: JSON { .secret(self) }
}

extension Secret: CustomStringConvertible {
    /// A placeholder, for logs and messages.
    package var description: String { "(secret)" }
}

extension [UInt8] {
    /// Overwrites the bytes in every array that shares them.
    ///
    /// Not a mutation, which would change a copy if there is another reference: all users of the
    /// array are finished with it.
    package func overwrite() { withUnsafeBytes { $0.overwrite() } }
}

extension UnsafeRawBufferPointer {
    /// Overwrites the bytes, whose owner is finished with them.
    package func overwrite() {
        guard let baseAddress else { return }
        explicit_bzero(UnsafeMutableRawPointer(mutating: baseAddress), count)
    }
}
