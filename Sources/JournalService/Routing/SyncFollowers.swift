// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The connections that follow the state of the synchronization.
///
/// The state is read only while a connection follows it, for all of them together, and not more
/// often than twice a second. A connection that does not accept output receives the latest state
/// when it does.
///
/// Runs on the event loop.
final class SyncFollowers {
    /// A reference that does not keep the followers of an earlier service in memory.
    private struct Reference {
        weak var followers: SyncFollowers?
    }

    private enum Phase {
        case idle
        /// A read is scheduled.
        case waiting
        /// The state is read; it may have changed since if `isStale` is true.
        case reading(isStale: Bool)
    }

    /// The time between two reads of the state.
    private static let interval = TimeAmount.milliseconds(500)

    private let sync: any SyncControl
    private let loop: any EventLoop
    private let count = SubscriptionCount()
    private var connections: [Int: ConnectionHandler] = [:]
    /// The connections that have not received the latest state.
    private var behind: Set<Int> = []
    private var phase = Phase.idle
    private var nextRead = NIODeadline.uptimeNanoseconds(0)
    /// The state that all connections have or will receive; nil if one may have another state.
    private var known: SyncState?
    /// The notification that was sent last.
    private var line: [UInt8]?
    private var task: Task<Void, Never>?

    init(_ sync: any SyncControl, loop: any EventLoop) {
        self.sync = sync
        self.loop = loop
        let bound = NIOLoopBound(Reference(followers: self), eventLoop: loop)
        sync.whenChanged { [count] in
            // After each commit, so that it costs nothing if no connection follows.
            guard count.value > 0 else { return }
            loop.execute { bound.value.followers?.changed() }
        }
    }

    /// Begins or ends to send the state to a connection.
    func set(_ follows: Bool, for connection: ConnectionHandler) {
        connection.client.followsSync = follows
        guard follows else { return closed(connection) }
        // The reply may have another state than the one that others have received.
        known = nil
        guard connections.updateValue(connection, forKey: connection.number) == nil else { return }
        count.add(1)
    }

    /// Continues to send the state to a connection of an earlier service, which may have missed
    /// changes.
    func resume(_ connection: ConnectionHandler) {
        set(true, for: connection)
        changed()
    }

    /// Removes a connection.
    func closed(_ connection: ConnectionHandler) {
        behind.remove(connection.number)
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        count.add(-1)
    }

    /// Sends the latest state to a connection that accepts output again.
    func becameWritable(_ connection: ConnectionHandler) {
        guard behind.remove(connection.number) != nil, let line else { return }
        send(line, to: connection)
    }

    /// Ends all reads.
    func stop() { task?.cancel() }

    private func changed() {
        guard !connections.isEmpty else { return }
        switch phase {
        case .idle: schedule()
        case .waiting: break
        case .reading: phase = .reading(isStale: true)
        }
    }

    private func schedule() {
        phase = .waiting
        let bound = NIOLoopBound(Reference(followers: self), eventLoop: loop)
        loop.scheduleTask(deadline: max(nextRead, .now())) { bound.value.followers?.read() }
    }

    private func read() {
        phase = .reading(isStale: false)
        nextRead = .now() + Self.interval
        let bound = NIOLoopBound(Reference(followers: self), eventLoop: loop)
        task = Task { [sync, loop] in
            let state = try? await sync.state()
            loop.execute { bound.value.followers?.finishReading(state) }
        }
    }

    private func finishReading(_ state: SyncState?) {
        let isStale = if case .reading(isStale: true) = phase { true } else { false }
        phase = .idle
        if let state { send(state) }
        if isStale { changed() }
    }

    private func send(_ state: SyncState) {
        var compared = state
        // It differs a little after each exchange.
        compared.clockOffset = nil
        guard compared != known else { return }
        let line = state.notification.line
        known = compared
        self.line = line
        for connection in connections.values { send(line, to: connection) }
    }

    private func send(_ line: [UInt8], to connection: ConnectionHandler) {
        guard connection.isWritable else {
            behind.insert(connection.number)
            return
        }
        connection.notify(line: line)
        connection.flush()
    }
}
