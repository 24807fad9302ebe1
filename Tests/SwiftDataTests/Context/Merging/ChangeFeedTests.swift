// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization
import Testing

@testable import SwiftData

struct ChangeFeedTests {
    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func increment() { count.add(1, ordering: .relaxed) }
    }

    @Test func listenerIsCalledAfterCommitsOfOtherContexts() {
        let (feed, own, all) = (ChangeFeed(), Counter(), Counter())
        let listeners = [
            feed.listen(besides: 1) { own.increment() }, feed.listen { all.increment() },
        ]
        feed.publish(ContextChanges(), from: 1)
        feed.publish(ContextChanges(), from: 2)
        feed.publishReset()
        withExtendedLifetime(listeners) {
            #expect(own.value == 2)
            #expect(all.value == 3)
        }
    }

    @Test func listenerCanReadTheCommit() {
        let (feed, counter) = (ChangeFeed(), Counter())
        let start = feed.position
        let listener = feed.listen {
            var position = start
            if case .changes = feed.missedChanges(since: &position, for: 1) { counter.increment() }
        }
        feed.publish(ContextChanges(), from: 2)
        withExtendedLifetime(listener) { #expect(counter.value == 1) }
    }

    /// Publishes commits of new rows, and returns what a context has missed since each of them.
    private func missed(_ rowCounts: [Int]) -> [ChangeFeed.MissedChanges] {
        let feed = ChangeFeed()
        let positions = rowCounts.map { count in
            defer {
                let rows = ContextChanges.Rows(inserted: (0..<count).map(Int64.init))
                feed.publish(ContextChanges(rows: [0: rows]), from: 1)
            }
            return feed.position
        }
        return positions.map { position in
            var position = position
            return feed.missedChanges(since: &position, for: 2)
        }
    }

    @Test(arguments: [(1, 1_024), (100, 163), (20_000, 1)])
    func commitsAreKeptUpToANumberOfKeys(rowCount: Int, keptCount: Int) throws {
        let commitCount = 2 * max(ChangeFeed.capacity.commits, keptCount) + 1
        let missed = missed(Array(repeating: rowCount, count: commitCount))
        #expect(missed.count == commitCount)
        guard case .everything = missed[0] else {
            Issue.record("the first commit was kept")
            return
        }
        guard case .changes(let changes) = missed[commitCount - keptCount] else {
            Issue.record("a commit was dropped too early")
            return
        }
        #expect(changes.count == keptCount)
        #expect(changes.allSatisfy { $0.keyCount == rowCount })
    }

    @Test func releasedListenerIsNotCalled() {
        let (feed, counter) = (ChangeFeed(), Counter())
        var listener: ChangeFeed.Listener? = feed.listen { counter.increment() }
        feed.publish(ContextChanges(), from: 1)
        #expect(listener != nil)
        listener = nil
        feed.publish(ContextChanges(), from: 1)
        #expect(counter.value == 1)
    }
}
