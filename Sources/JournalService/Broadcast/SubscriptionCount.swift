// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The number of subscriptions.
///
/// The writer collects the details of commits only while there are any.
final class SubscriptionCount: Sendable {
    private let atomic = Atomic<Int>(0)

    var value: Int { atomic.load(ordering: .relaxed) }

    func add(_ difference: Int) { atomic.add(difference, ordering: .relaxed) }
}
