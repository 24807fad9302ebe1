// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// Somebody's claim to an answer, until nobody waits for it any more.
///
/// What was asked and has not begun is not done then: a peer that asks and goes, again and again, leaves no
/// work behind.
final class Claim: Sendable {
    private let withdrawn = Atomic<Bool>(false)

    var isWithdrawn: Bool { withdrawn.load(ordering: .relaxed) }

    func withdraw() { withdrawn.store(true, ordering: .relaxed) }
}
