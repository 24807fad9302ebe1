// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The state of one live list, without I/O.
///
/// Like a subscription, a list is a position in the history and never a queue: while its connection
/// is writable, it changes its contents by the commits after its position and sends the edits. If
/// the log no longer has these commits, or the contents need further entries, it reads them again
/// and sends the difference, so a list never has a gap.
///
/// Every event returns one action. After `.send`, call `advance(_:isWritable:)` again.
struct ListStateMachine {
    /// An instruction to the broadcaster.
    enum Action {
        /// Do nothing until the next event.
        case wait
        /// Send edits.
        case send(Delivery)
        /// Read the entries from the store, and report them to `pageRead(_:)`.
        case read
        /// Compare the words of the filter with the texts of changed entries, and report the rows
        /// to `matched(_:upTo:)`.
        case match([CommittedChange], upTo: Int64)
        /// Call `retryElapsed()` after a delay.
        case retry(after: Duration)
        /// End the list, because it cannot be read.
        case end
    }

    /// Edits between two positions.
    struct Delivery: Equatable {
        var edits: [ListContents.Edit]
        var from: Int64
        var to: Int64
    }

    private enum State {
        /// Nothing is being read; `failures` reads in a row failed before.
        case ready(failures: Int)
        case reading(failures: Int)
        case waitingToRetry(failures: Int)
        case ended
    }

    let request: ListOpen
    private(set) var filter: SubscriptionFilter
    private(set) var contents: ListContents
    /// The commit at which the contents equal the entries of the store.
    private(set) var position: Int64
    private var state = State.ready(failures: 0)
    /// Whether the next action must be a read, because the last one failed.
    private var needsRead = false
    /// Entries as of a commit that the log may not have yet.
    private var page: ListPage?
    /// The rows that the client received from another process; nil once they are in the contents.
    private var resumed: [ListRow.Fingerprint]?

    /// Creates the list that was read first.
    init(_ request: ListOpen, _ page: ListPage) {
        self.request = request
        filter = page.filter
        position = page.position
        contents = ListContents(
            limit: request.limit,
            order: request.order,
            grouping: request.groupBy
        )
        _ = contents.replace(with: page.rows)
    }

    /// Continues the list of another process, whose client has some rows as of a commit.
    init(
        _ request: ListOpen,
        resumingAt position: Int64,
        with rows: [ListRow.Fingerprint]
    ) {
        self.init(
            request,
            ListPage(
                filter: SubscriptionFilter(
                    selection: EntrySelection(),
                    isEverything: false,
                    include: request.include
                ),
                rows: [],
                position: position
            )
        )
        // Replaced by the first read.
        resumed = rows
        needsRead = true
    }

    /// The rows that the client has, for another process.
    var fingerprints: [ListRow.Fingerprint] { resumed ?? contents.keptRows.map(\.fingerprint) }

    /// Handles new commits, or a connection that is writable again.
    mutating func advance(_ log: CommitLog, isWritable: Bool) -> Action {
        guard isWritable, case .ready(let failures) = state else { return .wait }
        if let page {
            guard page.position <= log.head else { return .wait }
            self.page = nil
            filter = page.filter
            restoreRows(page)
            let action = send(contents.replace(with: page.rows), upTo: page.position)
            if case .send = action { return action }
        }
        if needsRead { return read(failures) }
        while position < log.head {
            let limit = SubscriptionStateMachine.maximumJoinedCount
            guard let commits = log.commits(after: position, atMost: limit),
                let last = commits.last, !commits.contains(where: \.renames)
            else { return read(failures) }
            let changes = relevantChanges(in: commits)
            if filter.comparesTexts, changes.contains(where: isSelected) {
                state = .reading(failures: failures)
                return .match(changes, upTo: last.revision)
            }
            var rows: [String: ListRow?] = [:]
            for change in changes {
                rows[change.id] = .some(isSelected(change) ? change.row(request.include) : nil)
            }
            let action = apply(rows, upTo: last.revision)
            if case .wait = action { continue }
            return action
        }
        return .wait
    }

    /// Handles the rows of entries whose texts were compared with the words; nil for an entry that
    /// does not match.
    mutating func matched(_ rows: [String: ListRow?], upTo revision: Int64) -> Action {
        guard case .reading = state else { return .wait }
        state = .ready(failures: 0)
        return apply(rows, upTo: revision)
    }

    /// Handles the entries that were read from the store.
    ///
    /// `advance(_:isWritable:)` sends them once the log contains their commit: no position that a
    /// client receives is newer than those that the daemon accepts.
    mutating func pageRead(_ page: ListPage) {
        guard case .reading = state else { return }
        state = .ready(failures: 0)
        needsRead = false
        self.page = page
    }

    /// Handles a read that failed.
    mutating func readFailed() -> Action {
        guard case .reading(let failures) = state else { return .wait }
        let delays = SubscriptionStateMachine.retryDelays
        guard failures < delays.count else {
            state = .ended
            return .end
        }
        state = .waitingToRetry(failures: failures + 1)
        return .retry(after: delays[failures])
    }

    /// Handles the end of the delay before a retry.
    mutating func retryElapsed() {
        guard case .waitingToRetry(let failures) = state else { return }
        state = .ready(failures: failures)
        needsRead = true
    }
}

extension ListStateMachine {
    /// Restores the rows of another process, with the content of those that are unchanged.
    private mutating func restoreRows(_ page: ListPage) {
        guard let resumed else { return }
        self.resumed = nil
        let present = Dictionary(page.rows.map { ($0.id, $0) }) { first, _ in first }
        _ = contents.replace(with: resumed.map { ListRow($0, present: present[$0.id]) })
    }

    /// The last change of each entry that is in the list or may enter it.
    private func relevantChanges(in commits: [Commit]) -> [CommittedChange] {
        var last: [String: CommittedChange] = [:]
        for commit in commits {
            for change in commit.changes where change.kind == .entry { last[change.id] = change }
        }
        return last.values.filter { isSelected($0) || contents.contains($0.id) }
    }

    private func isSelected(_ change: CommittedChange) -> Bool {
        change.after.map(filter.selection.takes) ?? false
    }

    private mutating func apply(_ rows: [String: ListRow?], upTo revision: Int64) -> Action {
        guard let edits = contents.apply(rows) else {
            guard case .ready(let failures) = state else { return .wait }
            return read(failures)
        }
        return send(edits, upTo: revision)
    }

    private mutating func send(_ edits: [ListContents.Edit], upTo revision: Int64) -> Action {
        let from = position
        position = revision
        return edits.isEmpty ? .wait : .send(Delivery(edits: edits, from: from, to: revision))
    }

    private mutating func read(_ failures: Int) -> Action {
        state = .reading(failures: failures)
        return .read
    }
}

extension Commit {
    /// Whether the commit renames a notebook or a tag, which changes entries that it does not list.
    fileprivate var renames: Bool { changes.contains { $0.formerKey != nil } }
}
