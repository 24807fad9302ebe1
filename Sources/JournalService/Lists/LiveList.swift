// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// One live list of a connection.
final class LiveList {
    var machine: ListStateMachine

    init(_ machine: ListStateMachine) { self.machine = machine }
}
