// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// An error of a hub.
package struct HubError: Error, Hashable, Sendable {
    /// The kind of an error; a newer helper may send others.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The name of the kind.
        package let rawValue: String

        /// Creates the kind of a name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The hub does not respond; it may later.
        package static let unreachable = Code(rawValue: "unreachable")
        /// The hub has no space left.
        package static let full = Code(rawValue: "full")
        /// The hub cannot be read or written with the rights of this user.
        package static let denied = Code(rawValue: "denied")
        /// The name has other bytes.
        package static let taken = Code(rawValue: "taken")
        /// The hub returned what cannot be an object or a reply.
        package static let damaged = Code(rawValue: "damaged")
        /// The place exists and is not a hub.
        package static let notHub = Code(rawValue: "not-hub")
        /// An object or a listing exceeds a limit.
        package static let limit = Code(rawValue: "limit")
        /// A request or an address is malformed.
        package static let invalid = Code(rawValue: "invalid")
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

extension HubError: CustomStringConvertible {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package var description: String { message }
}
