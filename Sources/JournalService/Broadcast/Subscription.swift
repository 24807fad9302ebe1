// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol

/// What one subscription wants and how far it has been told: a number, never a queue.
struct Subscription: Sendable {
    /// Which entries it sees.
    struct Interest: Sendable {
        var selection: EntrySelection
        /// Whether it sees notebooks and tags too.
        var isEverything: Bool
        /// How much of each entry it gets.
        var include: Include
    }

    /// Tells it from others of its connection that had the same name before.
    let number: UInt64
    /// The id of the request that made it, which is its name.
    let id: RequestID
    let interest: Interest
    /// The last commit it was told of.
    var position: Int64
    /// Where what is left of its snapshot begins; nil once all of it was told.
    var snapshot: SnapshotPiece.Place?
    /// Whether a reader fetches what it missed.
    var isCatchingUp = false
    /// How many times in a row what it missed could not be read.
    var failedReads = 0
    /// Whether notifications are being written, which may call back before all of them are.
    var isSending = false
    /// Revisions of entries that a snapshot showed in a newer state than `position`, by id.
    var shownRevisions: [String: Int64] = [:]
}

extension Subscription {
    /// The last commit up to which it knows everything; nil before the end of its snapshot.
    var toldUpTo: Int64? { snapshot == nil ? position : nil }

    /// How long to wait before what it missed is read again after a failure, in milliseconds.
    static let patienceMilliseconds: [Int64] = [50, 200, 800, 2000]

    /// Takes note of a read that failed: how long to wait for the next one, or nil when there is none.
    mutating func readFailed() -> Int64? {
        defer { failedReads += 1 }
        return failedReads < Self.patienceMilliseconds.count
            ? Self.patienceMilliseconds[failedReads] : nil
    }
}

/// A `flush` that is answered once every subscription of its connection has reached a commit.
struct PendingFlush {
    let ticket: Ticket
    let position: Int64
}

extension Subscription.Interest {
    /// Whether a commit makes a name of the filter mean something else.
    ///
    /// A rename lets entries enter or leave that were not changed themselves. A name that is made or
    /// that goes does not: entries get it, or lose it, by changes of their own.
    func isShifted(by commit: Commit) -> Bool {
        commit.changes.contains { change in
            guard let former = change.formerKey, let key = change.key, former != key else {
                return false
            }
            return change.kind == .tag
                ? selection.names(tagKey: former) || selection.names(tagKey: key)
                : selection.names(notebookKey: former) || selection.names(notebookKey: key)
        }
    }

    /// What the commits changed, as this subscription sees it: one item for each thing, with its last
    /// state, in the order of the last changes.
    func items(of commits: some Sequence<Commit>) -> [EncodedItem] {
        changes(in: commits).map { $0.last.item($0.operation, include) }
    }

    /// The last change of each thing, and what all its changes together are to this subscription.
    func changes(
        in commits: some Sequence<Commit>
    ) -> [(operation: ChangeItem.Operation, last: CommittedChange)] {
        var stories: [String: Story] = [:]
        var order = 0
        for commit in commits {
            for change in commit.changes {
                order += 1
                stories[change.id, default: Story(first: change, last: change, order: order)]
                    .goOn(with: change, order)
            }
        }
        return stories.values.sorted { $0.order < $1.order }
            .compactMap { story in operation(story).map { ($0, story.last) } }
    }

    /// What happened to one thing, from its first change to its last.
    private struct Story {
        let first: CommittedChange
        var last: CommittedChange
        var order: Int

        mutating func goOn(with change: CommittedChange, _ order: Int) {
            last = change
            self.order = order
        }
    }

    private func operation(_ story: Story) -> ChangeItem.Operation? {
        guard story.last.kind == .entry else { return isEverything ? plainOperation(story) : nil }
        let wasSeen = story.first.before.map(selection.takes) ?? false
        let isSeen = story.last.after.map(selection.takes) ?? false
        guard wasSeen || isSeen else { return nil }
        return isSeen ? (wasSeen ? .update : .create) : .delete
    }

    /// A notebook or a tag: it is seen from when it is made until it is deleted.
    private func plainOperation(_ story: Story) -> ChangeItem.Operation? {
        let isNew = story.first.operation == .create
        let isGone = story.last.operation == .delete
        guard !(isNew && isGone) else { return nil }
        return isGone ? .delete : isNew ? .create : .update
    }
}
