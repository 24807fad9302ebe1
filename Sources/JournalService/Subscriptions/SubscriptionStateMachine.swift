// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The state of one subscription, without I/O.
///
/// A subscription is a position in the history, never a queue. While its connection is writable it
/// sends what follows its position, one notification at a time: first the pages of a snapshot, then
/// commits from the log, or from the store's history once the log no longer has them. A connection
/// that is not writable keeps its position, and of a delivery that does not fit one notification
/// the place that it has reached.
///
/// Every event returns one action. After an action other than `.wait` that does not start a read or
/// a retry, call `advance(_:isWritable:)` again.
struct SubscriptionStateMachine {
    /// The delays before a failed read is repeated.
    static let retryDelays: [Duration] = [
        .milliseconds(50), .milliseconds(200), .milliseconds(800), .milliseconds(2000),
    ]

    /// The time after which a position is reported that no change is for.
    static let progressInterval = Duration.seconds(1)

    /// The source of the next delivery.
    private enum Phase {
        case snapshot(SnapshotPage.Position)
        case live
    }

    private enum State {
        /// Nothing is being read; `failures` reads in a row failed before.
        case ready(Phase, failures: Int)
        case reading(Phase, failures: Int)
        case waitingToRetry(Phase, failures: Int)
    }

    let filter: SubscriptionFilter
    private let reportsProgress: Bool
    /// The last commit up to which everything was sent.
    private(set) var position: Int64
    /// The last position that the subscriber received.
    private var reportedPosition: Int64
    private var isProgressScheduled = false
    /// Whether the next action must be a reset.
    private var needsReset = false
    private var state: State
    /// The revisions of items that were sent in a newer state than at `position`, by id.
    private var deliveredRevisions: [String: Int64] = [:]
    /// Whether the subscriber may have states that the subscription did not send: those that it
    /// read with other requests, which can be newer than the position.
    private var mayHaveOtherStates: Bool
    /// The rest of a delivery that does not fit one notification.
    private var rest: UnsentDelivery?
    /// The place up to which the changes after the position were sent from the history.
    private var place: HistoryReplay.Place?
    /// Whether the last notification was not the end of its commits.
    private var isOpen = false

    /// Creates a subscription that continues after a commit, with a snapshot first if requested.
    init(
        _ filter: SubscriptionFilter,
        position: Int64,
        startsWithSnapshot: Bool,
        reportsProgress: Bool = false
    ) {
        self.filter = filter
        self.position = position
        self.reportsProgress = reportsProgress
        mayHaveOtherStates = !startsWithSnapshot
        reportedPosition = position
        state = .ready(startsWithSnapshot ? .snapshot(.beginning) : .live, failures: 0)
    }

    /// Continues the subscription of another process.
    ///
    /// An incomplete snapshot is not continued; the subscriber is reset.
    init(_ filter: SubscriptionFilter, resumingAt resumed: Position, reportsProgress: Bool) {
        self.init(
            filter,
            position: resumed.settled,
            startsWithSnapshot: false,
            reportsProgress: reportsProgress
        )
        reportedPosition = resumed.reported
        mayHaveOtherStates = resumed.mayHaveOtherStates
        deliveredRevisions = resumed.delivered
        needsReset = resumed.isInSnapshot
        isOpen = resumed.isOpen
        place = resumed.place
    }

    /// The states that the subscriber may have beyond the position.
    var knownStates: KnownStates {
        KnownStates(revisions: deliveredRevisions, mayIncludeAny: mayHaveOtherStates)
    }

    /// The position at which another process can continue.
    var resumptionPosition: Position {
        var machine = self
        machine.dropRest()
        return Position(
            settled: machine.position,
            reported: machine.reportedPosition,
            // What is left of a page of the history is not read again.
            isInSnapshot: machine.settledPosition == nil || needsReset,
            delivered: machine.deliveredRevisions,
            mayHaveOtherStates: mayHaveOtherStates,
            isOpen: machine.isOpen,
            place: machine.place
        )
    }

    /// The last commit up to which everything was sent; nil before the end of the snapshot, or of
    /// a page of the history.
    var settledPosition: Int64? {
        if let rest { return rest.origin?.position }
        return switch state {
        case .ready(.live, _), .reading(.live, _), .waitingToRetry(.live, _): position
        case .ready(.snapshot, _), .reading(.snapshot, _), .waitingToRetry(.snapshot, _): nil
        }
    }

    /// The approximate number of bytes that only this subscription keeps.
    var heldByteCount: Int {
        var count = deliveredRevisions.count * Self.revisionLength
        if let rest {
            if rest.origin == nil {
                count += rest.byteCount
            } else if filter.ignoredOrigin != nil || filter.comparesTexts {
                // Such subscriptions share no items, but the encoded text belongs to the log.
                count += rest.itemsByteCount
            }
        }
        if case .ready(.snapshot(.matches(let matches)), _) = state { count += matches.byteCount }
        return count
    }

    /// The approximate size of the revision of an item that was sent, in bytes.
    private static let revisionLength = 120
}

// MARK: - Events

extension SubscriptionStateMachine {
    /// Handles new commits, or a connection that is writable again.
    mutating func advance(_ log: CommitLog, isWritable: Bool) -> Action {
        // What is left of it is read from the history, so that only the log keeps its commits.
        if let origin = rest?.origin, !log.contains(after: origin.position) { dropRest() }
        guard isWritable else { return .wait }
        if var rest { return .send(next(of: &rest)) }
        switch state {
        case .ready(.snapshot(let page), let failures):
            state = .reading(.snapshot(page), failures: failures)
            return .readSnapshot(from: page)
        case .ready(.live, let failures): return sendCommits(of: log, failures: failures)
        case .reading, .waitingToRetry: return .wait
        }
    }

    /// Returns the action for the commits after the position.
    private mutating func sendCommits(of log: CommitLog, failures: Int) -> Action {
        if needsReset {
            needsReset = false
            return reset(upTo: log.head, because: .failed)
        }
        if let place {
            state = .reading(.live, failures: failures)
            return .continueHistory(after: position, at: place)
        }
        while position < log.head {
            switch log.changes(after: position, knowing: knownStates, for: filter) {
            case .items(let items, let revision):
                guard let delivery = deliver(items, upTo: revision, isInLog: true) else { continue }
                return .send(delivery)
            case .invalidating(let revision): return reset(upTo: revision, because: .renamed)
            case .unmatched(let revision):
                state = .reading(.live, failures: failures)
                return .match(after: position, upTo: revision)
            case nil:
                state = .reading(.live, failures: failures)
                return .readHistory(after: position)
            }
        }
        return progress()
    }

    /// Handles commits that were read from the store's history.
    mutating func historyRead(_ replay: HistoryReplay) -> Action {
        guard case .reading(.live, _) = state else { return .wait }
        state = .ready(.live, failures: 0)
        switch replay {
        case .changes(let items, let position):
            place = nil
            return action(items, upTo: position)
        case .part(let items, let next):
            place = next
            let delivery = Delivery(
                items: items.filter(isUnseen),
                from: reportsProgress ? reportedPosition : position,
                to: next.end,
                isEnd: false
            )
            noteDelivered(items, after: next.end)
            return .send(begin(delivery))
        case .reset(let position, let reason): return reset(upTo: position, because: reason)
        }
    }

    /// Handles the changes in commits that were compared with the words.
    mutating func matched(_ items: [EncodedItem], upTo revision: Int64) -> Action {
        guard case .reading(.live, _) = state else { return .wait }
        state = .ready(.live, failures: 0)
        return action(items, upTo: revision, isInLog: true)
    }

    /// Handles the end of the delay before a position is reported.
    mutating func progressDelayElapsed() -> Action {
        isProgressScheduled = false
        return reportProgress()
    }

    /// Reports a position that no change was for, at the end of a delay or before a flush.
    mutating func reportProgress() -> Action {
        guard reportsProgress, reportedPosition < position, !isOpen else { return .wait }
        let from = reportedPosition
        reportedPosition = position
        return .send(Delivery(items: [], from: from, to: position))
    }

    /// Handles a page of the snapshot.
    mutating func snapshotRead(_ page: SnapshotPage) -> Action {
        guard case .reading(.snapshot, _) = state else { return .wait }
        state = .ready(page.next.map { .snapshot($0) } ?? .live, failures: 0)
        noteDelivered(page.items, after: position)
        return .send(
            begin(
                Delivery(items: page.items, from: position, to: position, isEnd: page.next == nil)
            )
        )
    }

    /// Handles a read that failed.
    ///
    /// After several failures in a row the subscriber is reset; its next read then returns the
    /// error of the store.
    mutating func readFailed(_ log: CommitLog) -> Action {
        guard case .reading(let phase, let failures) = state else { return .wait }
        guard failures < Self.retryDelays.count else {
            state = .ready(.live, failures: 0)
            return reset(upTo: log.head, because: .failed)
        }
        state = .waitingToRetry(phase, failures: failures + 1)
        return .retry(after: Self.retryDelays[failures])
    }

    /// Handles the end of the delay before a retry.
    mutating func retryElapsed() {
        guard case .waitingToRetry(let phase, let failures) = state else { return }
        state = .ready(phase, failures: failures)
    }
}

// MARK: - Position

extension SubscriptionStateMachine {
    private mutating func reset(upTo revision: Int64, because reason: Reset.Reason) -> Action {
        let from = reportsProgress ? reportedPosition : position
        move(to: revision)
        reportedPosition = revision
        (place, isOpen) = (nil, false)
        // The subscriber reads the data again, with later commits.
        mayHaveOtherStates = true
        return .reset(from: from, to: revision, reason)
    }

    private mutating func action(
        _ items: [EncodedItem],
        upTo revision: Int64,
        isInLog: Bool = false
    ) -> Action {
        deliver(items, upTo: revision, isInLog: isInLog).map { .send($0) } ?? .wait
    }

    /// Moves the position; returns the first notification with items that were not sent yet, or nil
    /// if there are none.
    private mutating func deliver(
        _ items: [EncodedItem],
        upTo revision: Int64,
        isInLog: Bool
    ) -> Delivery? {
        let unseen = deliveredRevisions.isEmpty ? items : items.filter(isUnseen)
        let origin = UnsentDelivery.Origin(
            position: position,
            reportedPosition: reportedPosition,
            deliveredRevisions: deliveredRevisions
        )
        move(to: revision)
        // The end of commits of which a part was sent follows in any case.
        guard !unseen.isEmpty || isOpen else { return nil }
        reportedPosition = revision
        noteDelivered(unseen, after: revision)
        let delivery = Delivery(
            items: unseen,
            from: reportsProgress ? origin.reportedPosition : origin.position,
            to: revision
        )
        return begin(delivery, origin: isInLog ? origin : nil)
    }

    /// Returns the action that reports a position that no change is for, soon.
    private mutating func progress() -> Action {
        guard reportsProgress, reportedPosition < position, !isProgressScheduled else {
            return .wait
        }
        isProgressScheduled = true
        return .scheduleProgress(after: Self.progressInterval)
    }

    private func isUnseen(_ item: EncodedItem) -> Bool {
        deliveredRevisions[item.id].map { $0 < item.revision } ?? true
    }

    private mutating func move(to revision: Int64) {
        position = revision
        if !deliveredRevisions.isEmpty {
            deliveredRevisions = deliveredRevisions.filter { $0.value > revision }
        }
    }

    /// Records items that were read from the store, which may contain commits after a position.
    private mutating func noteDelivered(
        _ items: some Sequence<EncodedItem>,
        after position: Int64
    ) {
        for item in items where item.revision > position {
            deliveredRevisions[item.id] = item.revision
        }
    }
}

// MARK: - Notifications

extension SubscriptionStateMachine {
    /// Returns the first notification of a delivery, and keeps the rest.
    private mutating func begin(
        _ delivery: Delivery,
        origin: UnsentDelivery.Origin? = nil
    ) -> Delivery {
        guard ChangeLines.fittingCount(delivery.items) < delivery.items.count else {
            isOpen = !delivery.isEnd
            return delivery
        }
        var rest = UnsentDelivery(delivery, origin: origin)
        return next(of: &rest)
    }

    /// Returns the next notification of a delivery, and keeps the rest.
    private mutating func next(of rest: inout UnsentDelivery) -> Delivery {
        let delivery = rest.next()
        self.rest = rest.isSent ? nil : rest
        isOpen = !delivery.isEnd
        return delivery
    }

    /// Returns to the position before a delivery of the log of which a part was sent; the items of
    /// that part are not sent again.
    private mutating func dropRest() {
        guard let rest, let origin = rest.origin else { return }
        self.rest = nil
        position = origin.position
        reportedPosition = origin.reportedPosition
        deliveredRevisions = origin.deliveredRevisions
        noteDelivered(rest.sentItems, after: position)
    }
}
