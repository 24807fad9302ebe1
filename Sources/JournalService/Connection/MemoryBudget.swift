// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The memory that all connections use for requests and for unsent output.
///
/// Once the limit is reached, only short requests are read, and the rest of one long request at a
/// time: many half requests would otherwise wait for each other. Peers that keep memory without
/// making progress are then closed.
struct MemoryBudget {
    /// The memory that one connection uses, in bytes.
    struct Use: Equatable {
        /// The bytes of a request that is not complete, and of requests that were not decoded.
        var undecoded = 0
        /// The bytes of unanswered requests.
        var unanswered = 0
        /// The bytes of output that the peer has not accepted.
        var unsent = 0

        /// The sum.
        var total: Int { undecoded + unanswered + unsent }
    }

    /// The memory that a connection may use for requests after the limit is reached.
    static let allowance = 64 << 10

    /// The total at which the budget is exhausted.
    let limit: Int
    /// The memory that all connections use.
    private(set) var total = 0
    /// The connection whose long request is read while the budget is exhausted.
    private(set) var preferred: Int?
    private var uses: [Int: Use] = [:]

    init(limit: Int) { self.limit = limit }

    /// Whether the limit is reached.
    var isExhausted: Bool { total >= limit }

    /// Returns the memory that a connection uses.
    func use(of connection: Int) -> Use { uses[connection] ?? Use() }

    /// Records the memory that a connection uses.
    ///
    /// - Complexity: O(1), or O(*connections*) when another long request becomes the preferred one.
    mutating func record(_ use: Use, of connection: Int) {
        total += use.total - self.use(of: connection).total
        uses[connection] = use.total > 0 ? use : nil
        if preferred == connection, use.undecoded == 0 { preferred = nil }
        guard isExhausted else {
            preferred = nil
            return
        }
        if preferred == nil { preferred = longestRequest }
    }

    /// Returns whether more may be read from a connection.
    func mayRead(_ connection: Int) -> Bool {
        guard isExhausted, connection != preferred else { return true }
        let use = use(of: connection)
        return use.undecoded + use.unanswered < Self.allowance
    }

    /// Returns which of the connections that make no progress must be closed: those with the most
    /// memory, until the total is below the limit.
    func excess(among stalled: [Int]) -> [Int] {
        var rest = total
        var excess: [Int] = []
        let candidates = stalled.map { ($0, use(of: $0).total) }
            .filter { $0.1 > Self.allowance }
            .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        for (connection, bytes) in candidates {
            guard rest >= limit else { break }
            rest -= bytes
            excess.append(connection)
        }
        return excess
    }

    /// The connection with the longest request that is not complete; the oldest of several.
    private var longestRequest: Int? {
        uses.filter { $0.value.undecoded > 0 }
            .max { ($0.value.undecoded, $1.key) < ($1.value.undecoded, $0.key) }?.key
    }
}
