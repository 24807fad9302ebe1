// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import NIOCore

/// The memory that the daemon uses for its connections: for requests, for unsent output, and for
/// what their subscriptions and live lists hold.
///
/// Once the limit is reached, only short requests and one long request at a time are read;
/// otherwise many partly received requests would block each other. If that peer sends slowly, the
/// next connection is read. Reads run one at a time, until twice the limit is used. Peers that keep
/// memory without making progress are closed.
struct MemoryBudget {
    /// The memory that one connection uses, in bytes.
    struct Use: Equatable {
        /// The bytes of a request that is not complete, and of requests that were not decoded.
        var undecoded = 0
        /// The bytes of unanswered requests.
        var unanswered = 0
        /// The bytes of output that the peer has not accepted.
        var unsent = 0
        /// Whether the rest of a request can be read.
        ///
        /// It cannot as long as the peer does not accept the replies to earlier requests.
        var isReadable = true

        /// The bytes of requests.
        var requests: Int { undecoded + unanswered }

        /// The sum.
        var total: Int { requests + unsent }
    }

    /// The rest of one long request that is read while the budget is exhausted.
    private struct Turn {
        let connection: Int
        /// The bytes of the request that were received before the current period.
        var received: Int
        var since: NIODeadline
    }

    /// The turns that a connection had since it used no memory.
    private struct Record {
        /// The number of turns that ended because the peer sent too slowly.
        var slowTurns = 0
        /// The number of its last turn, counted over all connections.
        var lastTurn = 0
    }

    /// The memory that a connection may use for requests after the limit is reached.
    static let allowance = 64 << 10
    /// The memory of a connection up to which it is never closed to free memory.
    static let excessLength = 4 << 10
    /// The time after which a turn ends if less than `turnLength` bytes were received in it.
    static let turn = TimeAmount.seconds(1)
    /// The number of bytes that a peer must send in a turn to keep it.
    static let turnLength = 64 << 10

    /// The total at which the budget is exhausted.
    let limit: Int
    /// The memory for requests of all connections.
    private(set) var requests = 0
    /// The memory for unsent output of all connections.
    private(set) var output = 0
    /// The memory that subscriptions and live lists hold, which several connections can share.
    var held = 0
    private var uses: [Int: Use] = [:]
    private var turn: Turn?
    private var turnCount = 0
    private var records: [Int: Record] = [:]

    init(limit: Int) { self.limit = limit }

    /// The memory that is used for all connections.
    var total: Int { requests + output + held }

    /// Whether the limit is reached.
    var isExhausted: Bool { total >= limit }

    /// The one connection that may finish a long request while the budget is exhausted.
    var preferred: Int? { turn?.connection }

    /// Returns the memory that a connection uses.
    func use(of connection: Int) -> Use { uses[connection] ?? Use() }

    /// Records the memory that a connection uses.
    ///
    /// - Complexity: O(1), or O(*connections*) when the turn passes to another connection.
    mutating func record(_ use: Use, of connection: Int, at now: NIODeadline) {
        let earlier = self.use(of: connection)
        requests += use.requests - earlier.requests
        output += use.unsent - earlier.unsent
        uses[connection] = use.total > 0 ? use : nil
        if use.total == 0 { records[connection] = nil }
        if preferred == connection, !use.isCandidate || use.undecoded < earlier.undecoded {
            // The request is complete, or cannot be continued.
            turn = nil
        }
        guard isExhausted else {
            turn = nil
            return
        }
        if turn == nil { beginTurn(at: now) }
    }

    /// Passes the turn to another connection if its peer sends too slowly.
    mutating func reviewTurn(at now: NIODeadline) {
        guard let current = turn, now - current.since >= Self.turn else { return }
        let received = use(of: current.connection).undecoded
        if received - current.received < Self.turnLength {
            records[current.connection, default: Record()].slowTurns += 1
            beginTurn(at: now)
        } else {
            turn = Turn(connection: current.connection, received: received, since: now)
        }
    }

    /// Returns whether more may be read from a connection.
    func mayRead(_ connection: Int) -> Bool {
        guard isExhausted, connection != preferred else { return true }
        let use = use(of: connection)
        return use.undecoded + use.unanswered < Self.allowance
    }

    /// Tests whether a read may start, although the length of its reply is not known.
    ///
    /// - Parameters:
    ///   - connection: The connection that receives the reply.
    ///   - runningCount: The number of reads that run.
    /// - Returns: False if the memory is used up by output that waits, until less is used.
    func mayReply(to connection: Int, besides runningCount: Int) -> Bool {
        guard isExhausted else { return true }
        return runningCount == 0 && total < 2 * limit && use(of: connection).unsent == 0
    }

    /// Returns which of the connections that make no progress must be closed: those with the most
    /// memory, until the total is below the limit.
    ///
    /// - Parameters:
    ///   - stalled: The connections.
    ///   - held: The memory that their subscriptions and lists hold.
    /// - Returns: The connections to close.
    func excess(among stalled: [Int], holding held: [Int: Int] = [:]) -> [Int] {
        var rest = total
        var excess: [Int] = []
        let candidates = stalled.map { ($0, use(of: $0).total + (held[$0] ?? 0)) }
            .filter { $0.1 > Self.excessLength }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        for (connection, bytes) in candidates {
            guard rest >= limit else { break }
            rest -= bytes
            excess.append(connection)
        }
        return excess
    }

    /// Selects the connection with the fewest slow turns, then the earliest last turn, then the
    /// longest request, then the lowest number.
    private mutating func beginTurn(at now: NIODeadline) {
        func order(_ connection: Int, using use: Use) -> (Int, Int, Int, Int) {
            let record = records[connection] ?? Record()
            return (record.slowTurns, record.lastTurn, -use.undecoded, connection)
        }
        let next = uses.filter(\.value.isCandidate)
            .min { order($0.key, using: $0.value) < order($1.key, using: $1.value) }
        turn = next.map { Turn(connection: $0.key, received: $0.value.undecoded, since: now) }
        guard let connection = next?.key else { return }
        turnCount += 1
        records[connection, default: Record()].lastTurn = turnCount
    }
}

extension MemoryBudget.Use {
    /// Whether a turn makes progress with a request of the connection.
    fileprivate var isCandidate: Bool { undecoded > 0 && isReadable }
}
