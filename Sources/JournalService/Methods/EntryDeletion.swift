// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// Deletes entries permanently, a part of them in each step.
///
/// One commit deletes an entry with the earlier versions of its text, and separates it from its
/// attachments: before it, the entry can be restored with everything, and after it, nothing refers
/// to the content of attachments, which later steps remove.
struct EntryDeletion: WriteStep {
    /// The number of attachments and earlier versions after which a step ends.
    private static let dependentLimit = 500

    private enum Selection {
        case entries(ArraySlice<UUID>)
        /// Entries of the trash, in the order of an index: otherwise, each step would sort all.
        case trash(Predicate<Entry>, [SortDescriptor<Entry>])
    }

    private var selection: Selection
    /// The instant after which no commit may have changed the entries of the trash; nil after the
    /// first step, or if that does not matter.
    private var unchangedSince: Date?
    private let isPurge: Bool
    /// Whether another purge follows, which overwrites the content of both.
    private var isFollowed = false
    private var count = 0
    /// The number of entries to delete, if it is known.
    private var total: Int?

    var isLong: Bool { true }
    var progress: WorkProgress { WorkProgress(.delete, done: count, of: total) }

    /// Creates a deletion of entries and of their content in the files of the store.
    ///
    /// - Parameters:
    ///   - entries: The entries.
    ///   - isFollowed: Whether another purge follows, which overwrites the content of both.
    init(purging entries: [UUID], isFollowed: Bool) {
        selection = .entries(entries[...])
        isPurge = true
        self.isFollowed = isFollowed
        total = entries.count
    }

    /// Creates a deletion of the entries that were moved into the trash before an instant.
    ///
    /// - Parameters:
    ///   - limit: The instant.
    ///   - isPurge: Whether their content is overwritten in the store afterwards.
    init(trashedBefore limit: Date, isPurge: Bool) {
        selection = .trash(
            EntrySelection.trashed(before: limit),
            [SortDescriptor(\.trashedAt)]
        )
        self.isPurge = isPurge
    }

    /// Creates a deletion of the entries that have been in the trash since an instant.
    ///
    /// - Parameters:
    ///   - limit: The instant.
    ///   - isSynchronized: Whether other machines move entries to the trash, too. The clock of such
    ///     a machine may be slow: what has arrived since the instant stays.
    init(expiredAt limit: Date, isSynchronized: Bool) {
        self.init(trashedBefore: limit, isPurge: false)
        unchangedSince = isSynchronized ? limit : nil
    }

    /// Creates a deletion of the entries in the trash, and of their content in the files of the
    /// store, unless a later commit changed them.
    ///
    /// The time of an entry's move to the trash can be in the future, if the clock was corrected.
    init(purgingTrashAt revision: Int) {
        selection = .trash(
            EntrySelection.trashed(through: revision),
            [SortDescriptor(\.createdAt), SortDescriptor(\.uuid)]
        )
        isPurge = true
    }

    func run(in context: WriteContext) throws -> WriteProgress {
        var next = self
        if let unchangedSince {
            try next.keepEntries(changedAfter: unchangedSince, in: context)
            next.unchangedSince = nil
        }
        if isPurge {
            ErasureMark(of: context.models.container).set()
            context.notePurge()
        }
        if case .trash(let trash, _) = selection, total == nil, isPurge {
            next.total = try context.models.fetchCount(FetchDescriptor(predicate: trash))
        }
        let isLast =
            switch next.selection {
            case .entries(let entries): try next.delete(entries, in: context)
            case .trash: try next.deleteTrash(in: context)
            }
        guard isLast else { return .unfinished(next) }
        return .unfinished(
            DetachedContentRemoval(
                purgedCount: next.count,
                isPurge: isPurge,
                erases: isPurge && !isFollowed
            )
        )
    }

    /// Deletes some of the entries; returns whether none is left.
    private mutating func delete(
        _ entries: ArraySlice<UUID>,
        in context: WriteContext
    ) throws -> Bool {
        var (left, dependentCount) = (entries, 0)
        for uuid in entries.prefix(context.stepLength) {
            left.removeFirst()
            // Another write may have deleted it since the first step.
            if let entry = try context.entry(uuid: uuid) {
                dependentCount += try context.deletePermanently(entry)
                count += 1
            }
            if dependentCount >= Self.dependentLimit { break }
        }
        selection = .entries(left)
        return left.isEmpty
    }

    /// Excludes entries of the trash that a commit after an instant has changed.
    private mutating func keepEntries(
        changedAfter instant: Date,
        in context: WriteContext
    ) throws {
        guard case .trash(_, let order) = selection, let first = nextTrashed(limit: 1),
            try context.models.fetchCount(first) > 0
        else { return }
        // The oldest comes first.
        var later = HistoryDescriptor<DefaultHistoryTransaction>(
            predicate: #Predicate { $0.timestamp > instant }
        )
        later.fetchLimit = 1
        guard let commit = try context.models.fetchHistory(later).first else { return }
        let last = Int(commit.transactionIdentifier) - 1
        selection = .trash(EntrySelection.trashed(before: instant, through: last), order)
    }

    /// Returns the fetch of the next entries of the trash; nil if the entries are given.
    func nextTrashed(limit: Int) -> FetchDescriptor<Entry>? {
        guard case .trash(let trash, let order) = selection else { return nil }
        var descriptor = FetchDescriptor(predicate: trash, sortBy: order)
        descriptor.fetchLimit = limit
        return descriptor
    }

    /// Deletes some entries of the trash; returns whether none is left.
    private mutating func deleteTrash(in context: WriteContext) throws -> Bool {
        guard let descriptor = nextTrashed(limit: context.stepLength) else { return true }
        let entries = try context.models.fetch(descriptor)
        var dependentCount = 0
        for (index, entry) in entries.enumerated() {
            dependentCount += try context.deletePermanently(entry)
            count += 1
            if dependentCount >= Self.dependentLimit, index < entries.count - 1 { return false }
        }
        return entries.count < context.stepLength
    }
}

/// Removes the content of attachments of deleted entries.
private struct DetachedContentRemoval: WriteStep {
    let purgedCount: Int
    let isPurge: Bool
    let erases: Bool

    var isLong: Bool { true }
    var progress: WorkProgress { WorkProgress(.delete, done: purgedCount, of: purgedCount) }

    func run(in context: WriteContext) throws -> WriteProgress {
        if isPurge { context.notePurge() }
        if let attachment = try AttachmentLookup.detached(in: context.models) {
            _ = try AttachmentRemoval(attachment: attachment.uuid).run(in: context)
            return .unfinished(self)
        }
        let reply = EntryPurge.Reply(purgedCount: purgedCount, cursor: context.cursor)
        guard erases else { return .finished(reply.json) }
        return .committed(then: StoreErasure()) { _ in reply.json }
    }
}

extension StoreErasure {
    /// The progress for the peer that waits.
    var progress: WorkProgress {
        isCompacting ? WorkProgress(.compact) : WorkProgress(.overwrite, done: done, of: total)
    }
}

extension WriteContext {
    /// Deletes an entry with the earlier versions of its text, and detaches its attachments.
    ///
    /// - Returns: The number of attachments and earlier versions.
    fileprivate func deletePermanently(_ entry: Entry) throws -> Int {
        let attachments = entry.attachments
        for attachment in attachments {
            attachment.isComplete = false
            attachment.entry = nil
        }
        let texts = try VersionListing.loadIdentities(of: entry, in: models)
        note(CommittedChange(deleting: marked(entry), revision: modelRevision))
        record(StepContent.Obstacle(.purge, count: 1))
        models.delete(entry)
        return attachments.count + texts.count
    }
}
