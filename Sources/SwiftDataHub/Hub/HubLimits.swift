// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataSpace

/// The limits of every hub.
package enum HubLimits {
    /// The maximum size of an object in bytes.
    package static let objectSize = SpaceLimits.objectSize
    /// The maximum number of names in a listing.
    package static let objectCount = 200_000
    /// The maximum length in bytes of a part of a name.
    package static let wordLength = 100
    /// The maximum number of parts of a name after its space.
    package static let wordCount = 3

    /// Checks the size of an object.
    package static func check(_ bytes: [UInt8], of name: HubName) throws(HubError) {
        guard bytes.count > objectSize else { return }
        throw HubError(
            .limit,
            message: "object \(name) has \(bytes.count) bytes; divide it, at most \(objectSize) "
                + "are allowed"
        )
    }

    /// Checks the number of names in a listing.
    package static func check(count: Int, of prefix: String) throws(HubError) {
        guard count > objectCount else { return }
        throw HubError(
            .limit,
            message: "more than \(objectCount) names in \(prefix); use another hub or folder"
        )
    }
}
