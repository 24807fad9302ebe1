// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// One subscription of a connection.
final class LiveSubscription {
    // Without the run-time checks of overlapping accesses, which each delivery would pay for: the
    // machine calls no other code.
    @exclusivity(unchecked) var machine: SubscriptionStateMachine
    let request: Subscribe
    private let charge: MemoryCharge

    init(
        _ machine: SubscriptionStateMachine,
        request: Subscribe,
        in counter: MemoryCounter
    ) {
        self.machine = machine
        self.request = request
        charge = MemoryCharge(in: counter)
    }

    /// Frees what it holds; a read may keep it until its result.
    func end() {
        machine = SubscriptionStateMachine(
            machine.filter,
            position: machine.position,
            startsWithSnapshot: false
        )
        charge.byteCount = 0
    }
}

extension LiveSubscription: Observation {
    static func all(of subscriber: Subscriber) -> [RequestID: LiveSubscription] {
        subscriber.subscriptions
    }

    var position: Int64 { machine.position }

    static func current(_ id: RequestID, of subscriber: Subscriber) -> LiveSubscription? {
        subscriber.subscriptions[id]
    }

    func advance(_ log: CommitLog, isWritable: Bool) -> SubscriptionStateMachine.Action? {
        let action = machine.advance(log, isWritable: isWritable)
        if case .wait = action {
            // It may have moved past what it held, or holds what the log no longer has.
            charge.byteCount = machine.heldByteCount
            return nil
        }
        return action
    }

    func readFailed(_ log: CommitLog) -> SubscriptionStateMachine.Action {
        machine.readFailed(log)
    }

    func perform(
        _ action: SubscriptionStateMachine.Action,
        id: RequestID,
        of subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        broadcaster.perform(action, subscription: self, id: id, of: subscriber)
        charge.byteCount = machine.heldByteCount
    }
}
