// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalSystem
internal import NIOCore

/// A connection that leaves this process with its state.
struct DepartingConnection: Sendable {
    /// The state, encoded.
    let state: [UInt8]
    /// Its number.
    let number: Int
    /// A duplicate of its socket, which the receiver closes.
    let socket: Int32
}

/// The end of service with a handover: the next daemon continues the connections.
extension RequestRouter {
    /// Stops decoding requests; the promise succeeds when all those in flight are answered.
    func suspend(_ promise: EventLoopPromise<Void>) { connections.suspend(promise) }

    /// Removes the connections that have no request in flight, up to a number, with their states.
    ///
    /// The others remain, and so do connections with a state that exceeds the limit in bytes.
    func depart(atMost count: Int, byteCount limit: Int) -> [DepartingConnection] {
        var departing: [DepartingConnection] = []
        var size = 0
        for connection in connections.all.sorted(by: { $0.number < $1.number })
        where connection.isSuspended && departing.count < count {
            let (subscriptions, lists) = broadcaster.positions(of: connection)
            let state = connection.state(subscriptions, lists: lists).json.serialized()
            guard size + state.count <= limit, let socket = connection.duplicateSocket() else {
                continue
            }
            size += state.count
            departing.append(
                DepartingConnection(state: state, number: connection.number, socket: socket)
            )
            connection.drop()
        }
        return departing
    }

    /// The last number that was assigned to a connection.
    var lastConnectionNumber: Int { connections.lastNumber }

    /// The position of the last commit.
    var cursor: Cursor { broadcaster.cursor }

    /// Continues the numbers of connections after one.
    func continueNumbers(after number: Int) { connections.continueNumbers(after: number) }

    /// Creates the handler of a connection that the previous daemon handed over.
    func makeConnection(
        _ peer: PeerCredentials,
        resuming state: HandoverState.Connection,
        filters: [RequestID: SubscriptionFilter]
    ) -> ConnectionHandler {
        ConnectionHandler(
            peer: peer,
            resuming: state,
            isWithoutStore: isWithoutStore,
            delegate: self
        ) { [broadcaster, followers = syncRequests.followers] connection in
            broadcaster.resume(state, filters: filters, of: connection)
            if state.followsSync { followers.resume(connection) }
        }
    }
}
