// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore

/// Measures for how long a peer has not moved a byte for which the daemon waits.
struct PeerProgress {
    /// The transfer that the daemon waits for.
    enum Transfer: Sendable {
        /// The rest of a request.
        case request
        /// The acceptance of output.
        case output
    }

    /// The state of a connection at one moment.
    struct Sample: Equatable {
        /// The bytes of all output that the system accepted, and those that its buffer holds.
        struct Output: Equatable {
            var accepted: Int
            var buffered: Int
        }

        /// The number of received bytes; nil unless the daemon waits for the rest of a request.
        var received: Int?
        /// Nil if no output waits.
        var output: Output?
    }

    private struct Mark<Value: Equatable> {
        var value: Value
        /// The time since which the value is unchanged.
        var since: NIODeadline

        func isOlder(than limit: TimeAmount, at now: NIODeadline) -> Bool { now - since >= limit }
    }

    private var request: Mark<Int>?
    private var output: Mark<Sample.Output>?

    /// Whether the daemon waits for the peer.
    var isWaiting: Bool { request != nil || output != nil }

    /// Adds a sample.
    mutating func add(_ sample: Sample, at now: NIODeadline) {
        Self.update(&request, to: sample.received, at: now)
        Self.update(&output, to: sample.output, at: now)
    }

    /// Returns the transfer that has made no progress for a time, or nil.
    func stalled(for limit: TimeAmount, at now: NIODeadline) -> Transfer? {
        if output?.isOlder(than: limit, at: now) == true { return .output }
        // The peer may wait for output before it sends the rest of its request.
        guard output == nil, request?.isOlder(than: limit, at: now) == true else { return nil }
        return .request
    }

    private static func update<Value>(
        _ mark: inout Mark<Value>?,
        to value: Value?,
        at now: NIODeadline
    ) {
        guard let value else {
            mark = nil
            return
        }
        if mark?.value != value { mark = Mark(value: value, since: now) }
    }
}
