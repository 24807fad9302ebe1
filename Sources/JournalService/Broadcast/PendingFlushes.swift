// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The flush requests of a connection that are not answered yet.
struct PendingFlushes {
    /// A request and the commit that all subscriptions must reach first.
    struct Flush: Equatable {
        let token: RequestToken
        let position: Int64
    }

    private var flushes: [Flush] = []

    /// Whether no request is pending.
    var isEmpty: Bool { flushes.isEmpty }

    /// Adds a request.
    mutating func append(_ token: RequestToken, at position: Int64) {
        flushes.append(Flush(token: token, position: position))
    }

    /// Removes a request; false if it is not pending.
    mutating func remove(_ token: RequestToken) -> Bool {
        let count = flushes.count
        flushes.removeAll { $0.token == token }
        return flushes.count < count
    }

    /// Removes and returns the requests up to a position.
    mutating func take(upTo position: Int64) -> [Flush] {
        let done = flushes.filter { $0.position <= position }
        flushes.removeAll { $0.position <= position }
        return done
    }
}
