// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// One live list of a connection.
final class LiveList {
    var machine: ListStateMachine
    private let charge: MemoryCharge

    init(_ machine: ListStateMachine, in lists: SharedLists) {
        self.machine = machine
        charge = MemoryCharge(in: lists.counter)
    }

    /// The size of the rows, and of what waits to be sent, in bytes.
    var byteCount: Int { machine.contents.totalByteCount + machine.heldByteCount }

    /// Counts the memory after a change of the machine.
    func count() { charge.byteCount = machine.heldByteCount }

    /// Frees what it holds; a read may keep it until its result.
    func end() {
        machine.end()
        count()
    }
}

extension LiveList: Observation {
    static func all(of subscriber: Subscriber) -> [RequestID: LiveList] { subscriber.lists }

    var position: Int64 { machine.position }

    static func current(_ id: RequestID, of subscriber: Subscriber) -> LiveList? {
        subscriber.lists[id]
    }

    func advance(_ log: CommitLog, isWritable: Bool) -> ListStateMachine.Action? {
        let action = machine.advance(log, isWritable: isWritable)
        if case .wait = action { return nil }
        return action
    }

    func readFailed(_ log: CommitLog) -> ListStateMachine.Action { machine.readFailed() }

    func perform(
        _ action: ListStateMachine.Action,
        id: RequestID,
        of subscriber: Subscriber,
        by broadcaster: Broadcaster
    ) {
        broadcaster.perform(action, list: self, id: id, of: subscriber)
        count()
    }
}
