// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// A namespace for finding attachments and their content.
package enum AttachmentLookup {
    /// Returns the attachment with an identity, complete or not; nil if none exists.
    package static func attachment(_ uuid: UUID, in context: ModelContext) throws -> Attachment? {
        var descriptor = FetchDescriptor<Attachment>(predicate: #Predicate { $0.uuid == uuid })
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }

    /// Returns the number of attachments with incomplete content that belong to an entry.
    package static func unfinishedCount(in context: ModelContext) throws -> Int {
        try context.fetchCount(
            FetchDescriptor<Attachment>(
                predicate: #Predicate { $0.isComplete == false && $0.entry != nil }
            )
        )
    }

    /// Returns an attachment of a deleted entry, or `nil`.
    package static func detached(in context: ModelContext) throws -> Attachment? {
        var descriptor = FetchDescriptor<Attachment>(
            predicate: #Predicate { $0.isComplete == false && $0.entry == nil }
        )
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }

    /// Returns an incomplete attachment that has received no part since an instant, or `nil`.
    package static func abandoned(
        before date: Date,
        in context: ModelContext
    ) throws -> Attachment? {
        var descriptor = FetchDescriptor<Attachment>(
            predicate: #Predicate { $0.isComplete == false && $0.changedAt < date }
        )
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }

    /// Returns the part of the content that contains a position; nil if none does.
    ///
    /// The content of a part is empty only if it cannot be read.
    package static func part(
        of attachment: Attachment,
        at position: Int,
        in context: ModelContext
    ) throws -> AttachmentPart? {
        let attachment = attachment.persistentModelID
        var descriptor = FetchDescriptor<AttachmentPart>(
            predicate: #Predicate {
                $0.attachment?.persistentModelID == attachment && $0.start <= position
            },
            sortBy: [SortDescriptor(\.start, order: .reverse)]
        )
        descriptor.fetchLimit = 1
        // Parts are read only after they were saved.
        descriptor.includePendingChanges = false
        guard let part = try context.fetch(descriptor).first,
            part.content.isEmpty || position < part.start + part.content.count
        else { return nil }
        return part
    }

    /// Deletes parts of the content; returns how many.
    package static func deleteParts(
        of attachment: Attachment,
        atMost limit: Int,
        in context: ModelContext
    ) throws -> Int {
        let identifiers = try context.identifiersRelated(to: attachment, by: \.parts, limit: limit)
        var descriptor = FetchDescriptor<AttachmentPart>(
            predicate: #Predicate { identifiers.contains($0.persistentModelID) }
        )
        descriptor.propertiesToFetch = [\.start]
        for part in try context.fetch(descriptor) { context.delete(part) }
        return identifiers.count
    }
}
