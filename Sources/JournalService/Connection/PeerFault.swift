// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The reason why the daemon closes the connection of a peer.
enum PeerFault: Sendable, Equatable {
    /// The peer made no progress with a transfer for a time.
    case stalled(PeerProgress.Transfer, after: TimeAmount)
    /// The peer made no progress while the memory of all connections was used up.
    case memory(limit: Int)

    /// The error that is sent to the peer.
    var error: ProtocolError {
        switch self {
        case .stalled(let transfer, let time):
            let seconds = Self.seconds(time)
            let problem =
                transfer == .request
                ? "the rest of a request did not arrive" : "no output was accepted"
            return ProtocolError(
                .limitStalled,
                "\(problem) for \(seconds) s; reconnect",
                details: ["limit": seconds.json]
            )
        case .memory(let limit):
            return ProtocolError(
                .limitMemory,
                "all connections together use more than \(limit) bytes, and this one made no"
                    + " progress; reconnect",
                details: ["limit": limit.json]
            )
        }
    }

    /// The time in which the peer can accept the error and what precedes it.
    var grace: TimeAmount {
        switch self {
        case .stalled: .seconds(10)
        case .memory: .seconds(1)
        }
    }

    /// The reason in the `end` of its subscriptions and lists.
    var endReason: String {
        switch self {
        case .stalled: End.stalled
        case .memory: End.memory
        }
    }

    /// Returns a duration in whole seconds, at least one.
    static func seconds(_ time: TimeAmount) -> Int {
        max(1, Int((time.nanoseconds + 999_999_999) / 1_000_000_000))
    }
}
