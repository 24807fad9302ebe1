// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// One subscription of a connection.
final class Subscription {
    var machine: SubscriptionStateMachine

    init(_ machine: SubscriptionStateMachine) { self.machine = machine }
}
