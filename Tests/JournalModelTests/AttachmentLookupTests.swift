// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import Testing

struct AttachmentLookupTests {
    private let journal: JournalFixture
    private let entry: Entry

    init() throws {
        journal = try JournalFixture()
        entry = journal.insertEntry("with files")
    }

    private var context: ModelContext { journal.context }

    /// Adds an attachment with parts of lengths.
    private func insert(
        _ name: String,
        parts: [Int] = [],
        isComplete: Bool = false,
        changedOn day: Int = 1
    ) throws -> JournalModel.Attachment {
        let attachment = JournalModel.Attachment(
            uuid: UUID(),
            name: name,
            mediaType: "text/plain",
            size: parts.reduce(0, +),
            changedAt: JournalFixture.date(day: day)
        )
        attachment.isComplete = isComplete
        attachment.entry = entry
        context.insert(attachment)
        var start = 0
        for (index, length) in parts.enumerated() {
            let part = AttachmentPart(
                start: start,
                content: Data(repeating: UInt8(index), count: length)
            )
            part.attachment = attachment
            context.insert(part)
            start += length
        }
        try context.save()
        return attachment
    }

    @Test func attachmentIsFoundByItsIdentity() throws {
        let attachment = try insert("a")
        #expect(try AttachmentLookup.attachment(attachment.uuid, in: context) === attachment)
        #expect(try AttachmentLookup.attachment(UUID(), in: context) == nil)
    }

    @Test(arguments: [
        (0, 0, 10), (9, 0, 10), (10, 10, 5), (14, 10, 5), (15, 15, 1),
    ])
    func partContainsThePosition(position: Int, start: Int, length: Int) throws {
        let attachment = try insert("a", parts: [10, 5, 1])
        _ = try insert("b", parts: [3])
        let part = try #require(
            try AttachmentLookup.part(of: attachment, at: position, in: context)
        )
        #expect(part.start == start)
        #expect(part.content.count == length)
    }

    @Test(arguments: [16, 17, -1, .max]) func positionOutsideHasNoPart(position: Int) throws {
        let attachment = try insert("a", parts: [10, 5, 1])
        #expect(try AttachmentLookup.part(of: attachment, at: position, in: context) == nil)
    }

    @Test func gapHasNoPart() throws {
        let attachment = try insert("a", parts: [10, 5, 1])
        let middle = try #require(try AttachmentLookup.part(of: attachment, at: 12, in: context))
        context.delete(middle)
        try context.save()
        #expect(try AttachmentLookup.part(of: attachment, at: 12, in: context) == nil)
        #expect(try AttachmentLookup.part(of: attachment, at: 15, in: context)?.start == 15)
        #expect(try AttachmentLookup.part(of: insert("empty"), at: 0, in: context) == nil)
    }

    @Test func unfinishedAttachmentsOfEntriesAreCounted() throws {
        #expect(try AttachmentLookup.unfinishedCount(in: context) == 0)
        _ = try insert("complete", isComplete: true)
        _ = try insert("a")
        let detached = try insert("b")
        #expect(try AttachmentLookup.unfinishedCount(in: context) == 2)
        #expect(try AttachmentLookup.detached(in: context) == nil)
        detached.entry = nil
        try context.save()
        #expect(try AttachmentLookup.unfinishedCount(in: context) == 1)
        #expect(try AttachmentLookup.detached(in: context) === detached)
    }

    @Test func uploadIsAbandonedOnceItsLastPartIsOld() throws {
        let old = try insert("old", changedOn: 2)
        _ = try insert("complete", isComplete: true, changedOn: 1)
        _ = try insert("new", changedOn: 4)
        func abandoned(before day: Int) throws -> JournalModel.Attachment? {
            try AttachmentLookup.abandoned(before: JournalFixture.date(day: day), in: context)
        }
        #expect(try abandoned(before: 2) == nil)
        #expect(try abandoned(before: 3) === old)
        old.changedAt = JournalFixture.date(day: 3)
        try context.save()
        #expect(try abandoned(before: 3) == nil)
    }

    @Test func partsAreDeletedInSteps() throws {
        let attachment = try insert("a", parts: [1, 1, 1, 1, 1])
        let other = try insert("b", parts: [1])
        var counts: [Int] = []
        repeat {
            counts.append(try AttachmentLookup.deleteParts(of: attachment, atMost: 2, in: context))
            try context.save()
        } while counts.last != 0
        #expect(counts == [2, 2, 1, 0])
        #expect(attachment.parts.isEmpty)
        #expect(try AttachmentLookup.part(of: other, at: 0, in: context) != nil)
    }
}
