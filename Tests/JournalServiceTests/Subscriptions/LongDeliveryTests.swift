// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

/// Commits that do not fit one notification, without I/O.
struct LongDeliveryTests {
    private let filter = SubscriptionFilter(
        selection: EntrySelection(),
        isEverything: true,
        include: .ids
    )

    /// A commit that creates tags whose names are long, ten of which fit a notification.
    private func commit(_ revision: Int, tagCount: Int = 1) -> Commit {
        let changes = (0..<tagCount).map { number in
            CommittedChange(
                .create,
                .tag,
                UUID(),
                revision,
                name: "\(number)" + String(repeating: "x", count: 6000),
                key: "\(number)"
            )
        }
        return Commit(revision: Int64(revision), changes: changes)
    }

    private func machine() -> SubscriptionStateMachine {
        SubscriptionStateMachine(filter, position: 0, startsWithSnapshot: false)
    }

    private func delivery(
        _ action: SubscriptionStateMachine.Action
    ) -> SubscriptionStateMachine.Delivery? {
        guard case .send(let delivery) = action else { return nil }
        return delivery
    }

    @Test func notificationsAreMadeWhenTheConnectionIsWritable() throws {
        var log = CommitLog(after: 0)
        log.append([commit(1, tagCount: 35)], upTo: 1)
        var machine = machine()
        var counts: [Int] = []
        var ends: [Bool] = []
        while let delivery = delivery(machine.advance(log, isWritable: true)) {
            #expect([delivery.from, delivery.to] == [0, 1])
            counts.append(delivery.items.count)
            ends.append(delivery.isEnd)
            #expect(machine.settledPosition == (delivery.isEnd ? 1 : 0))
            // Nothing is made in between.
            #expect(machine.advance(log, isWritable: false) == .wait)
        }
        #expect(counts == [10, 10, 10, 5])
        #expect(ends == [false, false, false, true])
        #expect(machine.heldByteCount == 0)
    }

    @Test func restIsReadFromTheHistoryOnceTheLogLacksIt() throws {
        var log = CommitLog(after: 0, capacity: 2)
        let first = commit(1, tagCount: 25)
        log.append([first], upTo: 1)
        var machine = machine()
        let sent = try #require(delivery(machine.advance(log, isWritable: true)))
        log.append([commit(2), commit(3)], upTo: 3)
        #expect(machine.advance(log, isWritable: false) == .wait)
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
        // The history has the same changes in another order.
        let items = first.changes.map { $0.item(.create, including: .ids) }.reversed()
        let rest = try #require(delivery(machine.historyRead(.changes(Array(items), upTo: 1))))
        let last = try #require(delivery(machine.advance(log, isWritable: true)))
        #expect([sent.isEnd, rest.isEnd, last.isEnd] == [false, false, true])
        let received = (sent.items + rest.items + last.items).map(\.id)
        #expect(received.sorted() == first.changes.map(\.id).sorted())
        #expect(machine.settledPosition == 1)
        #expect(delivery(machine.advance(log, isWritable: true))?.from == 1)
    }

    @Test func itemsThatNoOtherSubscriptionHasAreCounted() throws {
        var log = CommitLog(after: 0)
        log.append([commit(1, tagCount: 25)], upTo: 1)
        var own = filter
        own.ignoredOrigin = 7
        var counts: [Int] = []
        for filter in [filter, own] {
            var machine = SubscriptionStateMachine(filter, position: 0, startsWithSnapshot: false)
            #expect(delivery(machine.advance(log, isWritable: true))?.isEnd == false)
            counts.append(machine.heldByteCount)
            while delivery(machine.advance(log, isWritable: true)) != nil {}
            #expect(machine.heldByteCount == 0)
        }
        #expect(counts == [0, 25 * MemoryLayout<EncodedItem>.stride])
    }

    @Test func memoryIsCountedWhileTheConnectionIsNotWritable() throws {
        var log = CommitLog(after: 0, capacity: 2)
        log.append([commit(1, tagCount: 25)], upTo: 1)
        let counter = MemoryCounter()
        let subscription = LiveSubscription(
            machine(),
            id: .integer(1),
            request: Subscribe(),
            in: counter
        )
        #expect(subscription.nextAction(log, isWritable: true) != nil)
        log.append([commit(2), commit(3)], upTo: 3)
        // What was sent of the commit is noted, because the log no longer has it.
        #expect(subscription.nextAction(log, isWritable: false) == nil)
        #expect(counter.value > 0)
        #expect(counter.value == subscription.machine.heldByteCount)
        subscription.end()
        #expect(counter.value == 0)
    }

    @Test func endFollowsAPartEvenIfNothingIsLeft() throws {
        var log = CommitLog(after: 0, capacity: 1)
        let first = commit(1, tagCount: 11)
        log.append([first], upTo: 1)
        var machine = machine()
        let sent = try #require(delivery(machine.advance(log, isWritable: true)))
        log.append([commit(2)], upTo: 2)
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
        let same = SubscriptionStateMachine.Delivery(items: [], from: 0, to: 1)
        #expect(machine.historyRead(.changes(Array(sent.items), upTo: 1)) == .send(same))
    }

    @Test func placeInTheHistoryIsContinued() throws {
        let log = CommitLog(after: 9)
        var machine = machine()
        let tags = commit(1, tagCount: 3).changes.map { $0.item(.create, including: .ids) }
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
        let place = HistoryReplay.Place(end: 1, index: 2)
        let part = try #require(
            delivery(machine.historyRead(.part(Array(tags[..<2]), next: place)))
        )
        #expect([part.isEnd, part.items.count == 2] == [false, true])
        #expect(machine.settledPosition == 0)
        for var continued in [machine, resumed(machine)] {
            #expect(
                continued.advance(log, isWritable: true)
                    == .continueHistory(after: 0, at: place)
            )
            let end = continued.historyRead(.changes(Array(tags[2...]), upTo: 1))
            #expect(delivery(end)?.items.map(\.id) == [tags[2].id])
            #expect(delivery(end)?.isEnd == true)
            #expect(continued.settledPosition == 1)
        }
    }

    @Test func restIsSentAfterARestart() throws {
        var log = CommitLog(after: 0)
        let first = commit(1, tagCount: 25)
        log.append([first], upTo: 1)
        var machine = machine()
        let sent = try #require(delivery(machine.advance(log, isWritable: true)))
        var continued = resumed(machine)
        let later = CommitLog(after: 1)
        #expect(continued.advance(later, isWritable: true) == .readHistory(after: 0))
        let items = first.changes.map { $0.item(.create, including: .ids) }
        var action = continued.historyRead(.changes(items, upTo: 1))
        var received = sent.items.map(\.id)
        while let delivery = delivery(action) {
            received += delivery.items.map(\.id)
            action = continued.advance(later, isWritable: true)
        }
        #expect(received == items.map(\.id))
    }

    /// Returns the machine with which another process continues one.
    private func resumed(_ machine: SubscriptionStateMachine) -> SubscriptionStateMachine {
        let saved = machine.resumptionPosition.json
        guard let position = try? SubscriptionStateMachine.Position(json: saved) else {
            Issue.record("\(saved) cannot be decoded")
            return machine
        }
        #expect(position == machine.resumptionPosition)
        return SubscriptionStateMachine(filter, resumingAt: position, reportsProgress: false)
    }
}

/// Subscribers of a daemon that do not read, or that read later.
struct UnreadDeliveryTests {
    private let text = String(repeating: "x", count: 4000)

    /// Writes entries in one commit.
    private func write(_ count: Int, _ writer: TestClient) async throws {
        let call = Batch.Call(EntryCreate(text: text))
        try await writer.call(Batch(calls: Array(repeating: call, count: count)))
    }

    /// Runs a body while connections are subscribed that do not read.
    private func withUnreadSubscribers(
        _ count: Int,
        of daemon: TestDaemon,
        _ subscribers: [TestClient] = [],
        _ body: ([TestClient]) async throws -> Void
    ) async throws {
        guard subscribers.count < count else { return try await body(subscribers) }
        try await TestClient.connect(to: daemon) { client in
            try await client.call(Subscribe(include: .full))
            try await client.read(false)
            try await withUnreadSubscribers(count, of: daemon, subscribers + [client], body)
        }
    }

    @Test func subscribersThatDoNotReadHoldAtMostOneNotification() async throws {
        try await TestDaemon.run { daemon in
            try await withUnreadSubscribers(12, of: daemon) { subscribers in
                try await TestClient.connect(to: daemon) { writer in
                    // 1.6 MB for each of them.
                    try await write(400, writer)
                    try await writer.call(Flush())
                    let unsent = try await writer.call(Clients()).clients.map(\.unsentBytes)
                    #expect(unsent.contains { $0 > 0 })
                    #expect(unsent.allSatisfy { $0 <= Limits.notification })
                }
                for subscriber in subscribers {
                    try await subscriber.read(true)
                    let changes = try await subscriber.changes()
                    let ids = changes.flatMap(\.items).map(\.id)
                    #expect(Set(ids).count == ids.count)
                    #expect(changes.flatMap(\.items).compactMap(\.entry?.text).count == 400)
                    #expect(changes.last?.more == false)
                }
            }
        }
    }

    @Test func longCommitsInTheHistoryAreReadInParts() async throws {
        try await TestDaemon.run { daemon in
            try await TestClient.connect(to: daemon) { writer in
                let start = try await writer.call(Hello()).cursor
                try await write(60, writer)
                let end = try await writer.call(EntryCreate(text: "after")).cursor
                try await TestClient.connect(to: daemon) { reader in
                    try await reader.call(Subscribe(since: start, include: .full))
                    let changes = try await reader.changes()
                    #expect(changes.count > 4)
                    let items = changes.flatMap(\.items)
                    #expect(items.compactMap(\.entry).filter { $0.text == text }.count == 60)
                    #expect(Set(items.map(\.id)).count == 61)
                    #expect(changes.last?.more == false)
                    #expect(changes.last?.to == end)
                }
            }
        }
    }
}
