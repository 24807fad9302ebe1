// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The state of one live list, without I/O.
///
/// Like a subscription, a list is a position in the history and never a queue: while its connection
/// is writable, it changes its contents by the commits after its position and sends the edits, one
/// notification at a time. If
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
        /// Compare the words of the filter with the changed entries, and report the rows to
        /// `matched(_:upTo:)`.
        case match([CommittedChange], upTo: Int64)
        /// Call `retryElapsed()` after a delay.
        case retry(after: Duration)
        /// End the list, because it cannot be read.
        case end
    }

    /// Edits between two positions that fit one notification.
    struct Delivery: Equatable {
        var edits: ArraySlice<ListContents.Edit>
        var from: Int64
        var to: Int64
        /// Whether no further edits between these positions follow.
        var isEnd = true
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
    private var shared: SharedContents
    /// The commit at which the contents equal the entries of the store.
    private(set) var position: Int64
    /// The edits up to the position that were not sent yet.
    private var unsent: Delivery?
    /// Whether the contents were older than the last commit when the connection was not writable.
    private var isBehind = false
    private var state = State.ready(failures: 0)
    /// Whether the next action must be a read, because the last one failed.
    private var needsRead = false
    /// Entries as of a commit that the log may not have yet.
    private var page: ListPage?
    /// The rows that the client received from another process; nil once they are in the contents.
    private var resumed: [ListRow.Fingerprint]?

    /// Creates the list that was read first, which shares its rows with equal ones.
    init(_ request: ListOpen, page: ListPage, sharing lists: SharedLists = SharedLists()) {
        self.request = request
        filter = page.filter
        position = page.position
        var contents = ListContents(
            limit: request.limit,
            order: request.order,
            grouping: request.groupBy
        )
        _ = contents.replace(with: lists.sharing(page.rows))
        let criteria = ListCriteria(request, filter: page.filter)
        shared = SharedContents(criteria, contents: contents, at: page.position, lists: lists)
    }

    /// Continues the list of another process; the client has its rows as of a commit.
    init(
        _ request: ListOpen,
        resumingAt position: Int64,
        with rows: [ListRow.Fingerprint],
        sharing lists: SharedLists
    ) {
        self.init(
            request,
            page: ListPage(
                filter: SubscriptionFilter(
                    selection: EntrySelection(),
                    isEverything: false,
                    include: request.include
                ),
                rows: [],
                position: position
            ),
            sharing: lists
        )
        // Replaced by the first read.
        resumed = rows
        needsRead = true
    }

    /// The rows.
    var contents: ListContents { shared.contents }

    /// The last commit up to which all edits were sent; nil before the end of the first rows.
    var settledPosition: Int64? {
        guard let unsent else { return position }
        // The first rows are those at their position, not changes after it.
        return unsent.from == unsent.to ? nil : unsent.from
    }

    /// The approximate number of bytes that only this list keeps.
    var heldByteCount: Int { (unsent?.edits.count ?? 0) * Self.editLength }

    /// The approximate size of an edit in bytes, without the content, which belongs to the row.
    private static let editLength = 160

    /// The rows that the client has, for another process.
    var fingerprints: [ListRow.Fingerprint] { resumed ?? contents.keptRows.map(\.fingerprint) }

    /// Handles new commits, or a connection that is writable again.
    mutating func advance(_ log: CommitLog, isWritable: Bool) -> Action {
        guard isWritable else {
            isBehind = isBehind || position < log.head
            return .wait
        }
        if let delivery = nextUnsent() { return .send(delivery) }
        guard case .ready(let failures) = state else { return .wait }
        if let page {
            guard page.position <= log.head else { return .wait }
            if let action = show(page) { return action }
        }
        if needsRead { return read(failures) }
        if let action = followCommits(of: log, failures: failures) { return action }
        if isBehind {
            isBehind = false
            shared.share()
        }
        return .wait
    }

    /// Replaces the rows by a page that was read; nil if the client has the same rows.
    private mutating func show(_ page: ListPage) -> Action? {
        self.page = nil
        filter = page.filter
        restoreRows(page)
        let criteria = ListCriteria(request, filter: filter)
        let edits = shared.replace(with: page.rows, by: criteria, at: page.position)
        return send(edits, upTo: page.position)
    }

    /// Applies the commits of the log until the client needs something; nil after the last one.
    private mutating func followCommits(of log: CommitLog, failures: Int) -> Action? {
        while position < log.head {
            let limit = CommitLog.maximumJoinedCount
            guard let commits = log.commits(after: position, atMost: limit),
                let last = commits.last, !commits.contains(where: \.renames)
            else { return read(failures) }
            if let edits = shared.advance(to: last.revision) {
                guard let action = send(edits, upTo: last.revision) else { continue }
                return action
            }
            let changes = relevantChanges(in: commits)
            if filter.comparesTexts, changes.contains(where: isSelected) {
                state = .reading(failures: failures)
                return .match(changes, upTo: last.revision)
            }
            var rows: [String: ListRow?] = [:]
            for change in changes {
                rows[change.id] = .some(isSelected(change) ? change.row(request.include) : nil)
            }
            if let action = apply(rows, upTo: last.revision) { return action }
        }
        return nil
    }

    /// Begins to send the shown rows from an index on, as insertions.
    mutating func sendRows(from index: Int) {
        let edits = contents.rows.enumerated().dropFirst(index).map { offset, element in
            ListContents.Edit(edit: .insert(at: offset), row: element.row, group: element.group)
        }
        guard !edits.isEmpty else { return }
        unsent = Delivery(edits: edits[...], from: position, to: position)
    }

    /// Removes and returns the edits for the next notification; nil if all were sent.
    mutating func nextUnsent() -> Delivery? {
        guard var next = unsent else { return nil }
        let edits = next.edits
        next.edits = edits.prefix(ListLines.fittingCount(edits))
        let rest = edits[next.edits.endIndex...]
        next.isEnd = rest.isEmpty
        unsent?.edits = rest
        if rest.isEmpty { unsent = nil }
        return next
    }

    /// Handles the rows of entries that were compared with the words; nil for an entry that does
    /// not match.
    mutating func matched(_ rows: [String: ListRow?], upTo revision: Int64) -> Action {
        guard case .reading = state else { return .wait }
        state = .ready(failures: 0)
        return apply(rows, upTo: revision) ?? .wait
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

    /// Ends the list, and frees its rows.
    mutating func end() {
        state = .ended
        (unsent, page, resumed) = (nil, nil, nil)
        shared.removeAll()
    }
}

extension ListStateMachine {
    /// Restores the rows of another process, with the content of those that are unchanged.
    private mutating func restoreRows(_ page: ListPage) {
        guard let resumed else { return }
        self.resumed = nil
        let present = Dictionary(page.rows.map { ($0.id, $0) }) { first, _ in first }
        let rows = resumed.map { ListRow($0, present: present[$0.id]) }
        _ = shared.replace(with: rows, by: ListCriteria(request, filter: filter), at: position)
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

    private mutating func apply(_ rows: [String: ListRow?], upTo revision: Int64) -> Action? {
        guard let edits = shared.apply(rows, at: revision) else {
            guard case .ready(let failures) = state else { return nil }
            return read(failures)
        }
        return send(edits, upTo: revision)
    }

    private mutating func send(_ edits: [ListContents.Edit], upTo revision: Int64) -> Action? {
        let from = position
        position = revision
        guard !edits.isEmpty else { return nil }
        unsent = Delivery(edits: edits[...], from: from, to: revision)
        return nextUnsent().map { .send($0) }
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
