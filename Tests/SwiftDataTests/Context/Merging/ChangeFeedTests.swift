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
