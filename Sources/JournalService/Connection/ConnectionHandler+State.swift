// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import JournalSystem

/// The program at the other end of a connection.
struct ConnectedClient {
    /// The process and its user.
    let peer: PeerCredentials
    /// The time at which the connection was opened.
    let openedAt: Timestamp
    /// The name that it sent with `hello`.
    var name: String?
    /// The version that it sent with `hello`.
    var version: String?
    /// Whether it receives the state of the synchronization when that changes.
    var followsSync = false
}

/// The state of a connection, for the parts of the daemon that use it.
extension ConnectionHandler {
    /// Whether the peer runs as the same user as this process.
    ///
    /// Other users receive an error.
    var isOwner: Bool { client.peer.isCurrentUser }

    /// The form of the messages of the connection.
    var framing: Framing { machine.framing }

    /// The number of unanswered requests.
    var requestCount: Int { machine.inFlightCount }

    /// The number of bytes that wait to be sent.
    var unsentByteCount: Int { output.byteCount(at: socket) }

    /// The memory that the connection uses.
    var memoryUse: MemoryBudget.Use {
        MemoryBudget.Use(
            undecoded: machine.undecodedByteCount,
            unanswered: machine.unansweredByteCount,
            unsent: unsentByteCount,
            isReadable: machine.wantsInput
        )
    }

    /// The transfers that the daemon waits for.
    var progressSample: PeerProgress.Sample {
        // While the budget of memory does not permit to read, what the peer has sent waits in the
        // socket.
        let waitsForRequest =
            machine.hasUndecodedInput && machine.wantsInput
            && (input.isReading || (socket?.receivableByteCount ?? 0) == 0)
        return PeerProgress.Sample(
            received: waitsForRequest ? input.receivedCount : nil,
            output: output.progress(at: socket)
        )
    }

    /// Whether the connection is open.
    var isOpen: Bool { socket != nil }

    /// Whether a request is unanswered.
    func isAwaited(_ token: RequestToken) -> Bool { machine.isAwaited(token) }

    /// Whether the peer has asked for the progress of a request.
    func wantsProgress(of token: RequestToken) -> Bool { machine.progressID(of: token) != nil }

    /// Returns the state with which another process can continue the suspended connection.
    func state(
        _ subscriptions: [HandoverState.Subscription],
        lists: [HandoverState.List]
    ) -> HandoverState.Connection {
        HandoverState.Connection(
            number: number,
            framing: machine.selectedFraming,
            input: machine.undecodedInput,
            output: output.bytes(at: socket),
            openedAt: client.openedAt,
            clientName: client.name,
            clientVersion: client.version,
            subscriptions: subscriptions,
            lists: lists,
            followsSync: client.followsSync
        )
    }

    /// Returns a duplicate of the socket, which the caller closes; nil if the connection is closed.
    func duplicateSocket() -> Int32? { socket?.duplicate() }
}
