// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The unanswered requests of a connection, in the order of their arrival.
struct PendingRequests {
    /// A request that was decoded.
    struct Request {
        let id: RequestID?
        let routed: RoutedRequest
        let byteCount: Int
        /// The message, until the request is started.
        var message: [UInt8]
        /// Parts of the request that have no effect.
        let warnings: [RequestWarning]
        var isStarted = false
        /// Whether it was cancelled and answered while a reader still executes it.
        var isAnswered = false

        var isConcurrencyLimited: Bool { routed.traits.isConcurrencyLimited }
        var writes: Bool { routed.traits.writes }
    }

    private var lastToken: UInt64 = 0
    private var requests: [RequestToken: Request] = [:]
    private var tokens: [RequestID: RequestToken] = [:]
    private var waiting: CircularBuffer<RequestToken> = []
    /// The number of writes that were started.
    private(set) var runningWrites = 0
    /// The number of reads, and other requests with long replies, that were started.
    private(set) var runningReads = 0
    /// The number of bytes of all requests.
    private(set) var byteCount = 0

    /// The number of requests.
    var count: Int { requests.count }

    /// Whether requests wait to be started.
    var areWaiting: Bool { !waiting.isEmpty }

    subscript(token: RequestToken) -> Request? { requests[token] }

    /// Returns the token of the unanswered request with an id, or nil.
    func token(_ id: RequestID) -> RequestToken? { tokens[id] }

    /// Adds a request, which waits to be started.
    mutating func add(_ request: Request) {
        lastToken += 1
        let token = RequestToken(number: lastToken)
        if let id = request.id { tokens[id] = token }
        requests[token] = request
        byteCount += request.byteCount
        waiting.append(token)
    }

    /// The first request that waits to be started, or nil.
    var next: Request? { waiting.first.flatMap { requests[$0] } }

    /// Starts and returns the first request that waits, or returns nil.
    ///
    /// Only the returned request has the message.
    mutating func startNext() -> (RequestToken, Request)? {
        guard let token = waiting.first, let request = requests[token] else { return nil }
        waiting.removeFirst()
        requests[token]?.isStarted = true
        requests[token]?.message = []
        if request.writes { runningWrites += 1 }
        if request.isConcurrencyLimited { runningReads += 1 }
        return (token, request)
    }

    /// Notes that a request was answered which still counts as running; its id is free again.
    mutating func markAnswered(_ token: RequestToken) {
        requests[token]?.isAnswered = true
        if let id = requests[token]?.id { tokens[id] = nil }
    }

    /// Removes and returns a request.
    mutating func remove(_ token: RequestToken) -> Request? {
        guard let request = requests.removeValue(forKey: token) else { return nil }
        if let id = request.id, tokens[id] == token { tokens[id] = nil }
        byteCount -= request.byteCount
        if request.isStarted {
            if request.writes { runningWrites -= 1 }
            if request.isConcurrencyLimited { runningReads -= 1 }
        } else {
            waiting.removeAll { $0 == token }
        }
        return request
    }

    /// Removes and returns the requests that were not started.
    mutating func removeWaiting() -> [Request] { Array(waiting).compactMap { remove($0) } }
}
