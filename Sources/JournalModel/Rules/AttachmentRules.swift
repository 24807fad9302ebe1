// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData

/// The validation rules for attachments.
package enum AttachmentRules {
    /// The maximum length of a name and of a media type in bytes of UTF-8.
    package static let maximumNameLength = 255

    /// Validates the name of a file, which must be usable as one in any folder.
    ///
    /// - Throws: `attachmentInvalid`.
    package static func check(name: String) throws(JournalError) {
        guard !name.isEmpty, name != ".", name != ".." else {
            throw invalid("the name \"\(name)\" is not that of a file")
        }
        guard name.utf8.count <= maximumNameLength else {
            throw invalid("the name exceeds the limit of \(maximumNameLength) bytes")
        }
        let isSafe = name.unicodeScalars.allSatisfy { scalar in
            scalar != "/" && scalar.properties.generalCategory != .control
        }
        guard isSafe else {
            throw invalid("the name must not contain slashes or control characters")
        }
    }

    /// Validates a media type, such as `image/jpeg`.
    ///
    /// - Throws: `attachmentInvalid`.
    package static func check(mediaType: String) throws(JournalError) {
        let isValid =
            mediaType.utf8.count <= maximumNameLength
            && mediaType.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            && mediaType.split(separator: "/", omittingEmptySubsequences: false).count == 2
        guard isValid, mediaType.first != "/", mediaType.last != "/" else {
            throw invalid("invalid media type \"\(mediaType)\"; use one such as image/jpeg")
        }
    }

    /// Returns the rule that the content of a complete attachment has its size and its digest.
    ///
    /// - Parameter digest: Returns the SHA-256 digest of an empty content.
    /// - Returns: The rule.
    package static func completeContent(
        _ digest: @escaping @Sendable () -> any ContentDigest
    ) -> StoreVerification.Rule {
        StoreVerification.Rule(
            whole: Schema.entityName(for: Attachment.self),
            size: "size",
            where: "isComplete",
            part: Schema.entityName(for: AttachmentPart.self),
            owner: "attachment",
            content: "content",
            digest: .init("digest", named: "name", by: "start", digest)
        )
    }

    private static func invalid(_ message: String) -> JournalError {
        JournalError(.attachmentInvalid, message)
    }
}
