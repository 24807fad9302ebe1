// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The open connections of the daemon.
///
/// Runs on the event loop.
final class ConnectionRegistry {
    private enum State {
        case serving
        /// No further connection is served; the promise succeeds when the last one is closed.
        case stopping(EventLoopPromise<Void>)
        /// All connections are suspended, also further ones, which the next service serves.
        case holding
        /// No further connection is served; the promise succeeds when none has a request in flight.
        case suspending(EventLoopPromise<Void>)
    }

    /// Called when the last connection is closed and when the first one is opened.
    private let idle: @Sendable (Bool) -> Void
    private var connections: [Int: ConnectionHandler] = [:]
    /// The last number that was assigned.
    private(set) var lastNumber = 0
    private var state = State.serving

    init(idle: @escaping @Sendable (Bool) -> Void) { self.idle = idle }

    /// The number of open connections.
    var count: Int { connections.count }
    /// The open connections.
    var all: [ConnectionHandler] { Array(connections.values) }

    /// Returns the open connection with a number, or nil.
    subscript(number: Int) -> ConnectionHandler? { connections[number] }

    /// Returns a number that no earlier connection was assigned.
    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Continues the numbers after one that a previous daemon assigned.
    func continueNumbers(after number: Int) { lastNumber = max(lastNumber, number) }

    /// Adds a connection, or sends an error and closes it if it cannot be served.
    func add(_ connection: ConnectionHandler) {
        if connections.isEmpty { idle(false) }
        connections[connection.number] = connection
        if let reason = rejection(of: connection) {
            connection.reject(reason)
        } else if case .holding = state {
            connection.suspend()
        }
    }

    private func rejection(of connection: ConnectionHandler) -> ProtocolError? {
        guard connection.isOwner else {
            return ProtocolError(.authUID, "the journal belongs to another user")
        }
        switch state {
        case .serving, .holding: break
        case .stopping, .suspending: return .daemonShuttingDown
        }
        guard connections.count <= Limits.connections else {
            return ProtocolError(
                .limitConnections,
                "too many connections; the limit is \(Limits.connections)",
                details: ["limit": Limits.connections.json]
            )
        }
        return nil
    }

    /// Removes a closed connection.
    func remove(_ connection: ConnectionHandler) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        reviewSuspension()
        guard connections.isEmpty else { return }
        idle(true)
        if case .stopping(let promise) = state { promise.succeed() }
    }

    /// Suspends all connections, also further ones, until `suspend(_:)` or `stop(_:)`.
    func hold() {
        guard case .serving = state else { return }
        state = .holding
        for connection in all { connection.suspend() }
    }

    /// Suspends all connections; the promise succeeds when none has a request in flight.
    func suspend(_ promise: EventLoopPromise<Void>) {
        state = .suspending(promise)
        for connection in all { connection.suspend() }
        reviewSuspension()
    }

    /// Completes a suspension if no connection has a request in flight.
    func reviewSuspension() {
        guard case .suspending(let promise) = state,
            connections.values.allSatisfy(\.isSuspended)
        else { return }
        promise.succeed()
    }

    /// Stops all connections once their requests are answered.
    ///
    /// The promise succeeds when the last one is closed.
    func stop(_ promise: EventLoopPromise<Void>) {
        state = .stopping(promise)
        guard !connections.isEmpty else {
            promise.succeed()
            return
        }
        for connection in all { connection.stop() }
    }

    /// Closes all connections at once.
    func dropAll() {
        for connection in all { connection.drop() }
    }
}
