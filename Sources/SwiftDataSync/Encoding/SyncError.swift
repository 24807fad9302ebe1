// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error of this module: the bytes of an object, a key, or a schema.
package struct SyncError: Error, Hashable, Sendable {
    /// The kind of an error.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        package let rawValue: String

        /// Creates the kind of a name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The bytes are not an object, or not the one of their name.
        package static let damaged = Code(rawValue: "damaged")
        /// The end of an object is missing; the rest of a file may still arrive.
        package static let incomplete = Code(rawValue: "incomplete")
        /// The key is another one, or its text has a typing mistake.
        package static let key = Code(rawValue: "key")
        /// The library for encryption failed.
        package static let encryption = Code(rawValue: "encryption")
        /// The bytes, or the text of a key, have a newer format.
        package static let format = Code(rawValue: "format")
        /// A schema contradicts itself.
        package static let schema = Code(rawValue: "schema")
    }

    /// The kind of the error.
    package let code: Code
    /// The problem, then the remedy.
    package let message: String

    /// Creates an error.
    package init(_ code: Code, message: String) {
        self.code = code
        self.message = message
    }
}

extension SyncError: CustomStringConvertible {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package var description: String { message }
}
