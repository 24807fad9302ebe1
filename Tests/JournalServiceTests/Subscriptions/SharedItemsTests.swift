// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

@Suite struct SharedItemsTests {
    private static let everything = SubscriptionFilter(
        selection: EntrySelection(),
        isEverything: true,
        include: .ids
    )

    private func log(upTo head: Int64) -> CommitLog {
        var log = CommitLog(after: 0)
        append(to: &log, 1...head)
        return log
    }

    private func append(to log: inout CommitLog, _ revisions: ClosedRange<Int64>) {
        let commits = revisions.map { revision in
            let change = CommittedChange(
                .create,
                .tag,
                UUID(),
                Int(revision),
                name: "tag",
                key: "tag"
            )
            return Commit(revision: revision, changes: [change], origin: 7)
        }
        log.append(commits, upTo: revisions.upperBound)
    }

    /// Returns what a new subscription sends first.
    private func delivery(
        _ filter: SubscriptionFilter,
        _ log: CommitLog,
        after position: Int64 = 0
    ) -> SubscriptionStateMachine.Delivery? {
        var machine = SubscriptionStateMachine(
            filter,
            position: position,
            startsWithSnapshot: false
        )
        guard case .send(let delivery) = machine.advance(log, isWritable: true) else { return nil }
        return delivery
    }

    private func address(_ delivery: SubscriptionStateMachine.Delivery?) -> UnsafeRawPointer? {
        delivery?.items.withUnsafeBufferPointer { $0.baseAddress.map { UnsafeRawPointer($0) } }
    }

    @Test func equalFiltersShareItems() {
        let log = log(upTo: 3)
        let first = delivery(Self.everything, log)
        let second = delivery(Self.everything, log)
        #expect(first?.items.count == 3)
        #expect(second == first)
        #expect(address(first) != nil)
        #expect(address(second) == address(first))
    }

    @Test func differentFiltersDoNotShareItems() {
        let log = log(upTo: 3)
        let first = delivery(Self.everything, log)
        var full = Self.everything
        full.include = .full
        #expect(address(delivery(full, log)) != address(first))
        var entries = Self.everything
        entries.isEverything = false
        #expect(delivery(entries, log) == nil)
        var starred = entries
        starred.selection.starred = true
        #expect(delivery(starred, log) == nil)
        #expect(delivery(Self.everything, log, after: 1)?.items.count == 2)
        // The changes of one connection are not reported to it, but to all others.
        var foreign = Self.everything
        foreign.ignoredOrigin = 7
        #expect(delivery(foreign, log) == nil)
        foreign.ignoredOrigin = 8
        #expect(delivery(foreign, log)?.items == first?.items)
    }

    @Test func newCommitsAreAddedToTheItems() {
        var log = log(upTo: 3)
        #expect(delivery(Self.everything, log)?.to == 3)
        append(to: &log, 4...5)
        let next = delivery(Self.everything, log)
        #expect(next?.to == 5)
        #expect(next?.items.map(\.revision) == [1, 2, 3, 4, 5])
    }
}
