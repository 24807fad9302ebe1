// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// One subscription of a connection.
final class Subscription {
    var machine: SubscriptionStateMachine
    let request: Subscribe

    init(_ machine: SubscriptionStateMachine, _ request: Subscribe) {
        self.machine = machine
        self.request = request
    }
}

extension Subscription: Observation {
    static func ids(of subscriber: Subscriber) -> [RequestID] {
        Array(subscriber.subscriptions.keys)
    }

    static func current(_ id: RequestID, of subscriber: Subscriber) -> Subscription? {
        subscriber.subscriptions[id]
    }

    func advance(_ log: CommitLog, isWritable: Bool) -> SubscriptionStateMachine.Action? {
        let action = machine.advance(log, isWritable: isWritable)
        return action == .wait ? nil : action
    }

    func readFailed(_ log: CommitLog) -> SubscriptionStateMachine.Action {
        machine.readFailed(log)
    }

    func perform(
        _ action: SubscriptionStateMachine.Action,
        _ id: RequestID,
        of subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        broadcaster.perform(action, self, id, subscriber)
    }
}
