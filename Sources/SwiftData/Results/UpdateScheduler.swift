// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// An object that is updated on its isolation some time after a change.
protocol ScheduledUpdate: AnyObject {
    func runScheduledUpdate()
}

/// Schedules the updates of an object on its isolation; several requests share one update.
final class UpdateScheduler: Sendable {
    private let references: References
    private let isScheduled = Atomic(false)

    init(of target: any ScheduledUpdate, on isolation: any Actor) {
        references = References(target: target, isolation: isolation)
    }

    /// Schedules an update, unless one is scheduled already.
    func schedule() {
        guard let isolation = references.isolation,
            !isScheduled.exchange(true, ordering: .acquiringAndReleasing)
        else { return }
        Task { await run(on: isolation) }
    }

    private func run(on isolation: isolated any Actor) {
        // Before the update, so that a later change schedules another one.
        isScheduled.store(false, ordering: .releasing)
        references.target?.runScheduledUpdate()
    }

    /// Weak references, because an actor usually owns the target.
    ///
    /// Unchecked, because the references do not change, and only the isolation uses the target.
    private final class References: @unchecked Sendable {
        weak var target: (any ScheduledUpdate)?
        weak var isolation: (any Actor)?

        init(target: any ScheduledUpdate, isolation: any Actor) {
            self.target = target
            self.isolation = isolation
        }
    }
}
