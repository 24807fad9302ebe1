// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

extension JournalSchemaV1 {
    /// A file attached to an entry, or the part of it that was received so far.
    @Model
    package final class Attachment {
        // Unfinished uploads are removed when no part was received for a while.
        #Index<Attachment>([\.isComplete, \.changedAt])

        /// The identity, chosen by the client that adds the file.
        @Attribute(.unique, .preserveValueOnDeletion) package var uuid: UUID
        /// The name of the file.
        package var name: String
        /// The IANA media type, such as `image/jpeg`.
        package var mediaType: String
        /// The size of the whole content in bytes.
        package var size: Int
        /// The number of bytes that were received, in order from the beginning.
        package var receivedSize: Int = 0
        /// Whether the content was received and has the digest.
        package var isComplete: Bool = false
        /// The SHA-256 digest of the content, in hexadecimal; empty until it is known.
        package var digest: String
        /// The time at which the last part was received.
        package var changedAt: Date
        /// The entry to which the file is attached.
        package var entry: Entry?
        /// The content.
        @Relationship(deleteRule: .cascade, inverse: \AttachmentPart.attachment)
        package var parts: [AttachmentPart] = []

        /// Creates an attachment without content.
        package init(uuid: UUID, name: String, mediaType: String, size: Int, changedAt: Date) {
            self.uuid = uuid
            self.name = name
            self.mediaType = mediaType
            self.size = size
            digest = ""
            self.changedAt = changedAt
        }
    }

    /// A range of the content of an attachment.
    @Model
    package final class AttachmentPart {
        // A range is found by its start.
        #Index<AttachmentPart>([\.attachment, \.start])

        /// The position of the first byte in the content.
        package var start: Int
        /// The bytes.
        package var content: Data
        /// The attachment to which the range belongs.
        package var attachment: Attachment?

        /// Creates a range of a content.
        package init(start: Int, content: Data) {
            self.start = start
            self.content = content
        }
    }
}
