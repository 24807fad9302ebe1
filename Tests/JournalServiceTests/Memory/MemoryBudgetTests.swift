// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import NIOCore
import Testing

@testable import JournalService

@Suite struct MemoryBudgetTests {
    private typealias Use = MemoryBudget.Use

    private let allowance = MemoryBudget.allowance
    private let start = NIODeadline.uptimeNanoseconds(0)

    @Test func everythingIsReadBelowTheLimit() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(undecoded: 9 * allowance), of: 1, at: start)
        #expect(!budget.isExhausted)
        #expect(budget.mayRead(1))
        #expect(budget.mayRead(2))
    }

    @Test func longestRequestAndShortOnesAreReadBeyondTheLimit() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(undecoded: 4 * allowance), of: 1, at: start)
        budget.record(Use(undecoded: 5 * allowance), of: 2, at: start)
        budget.record(Use(undecoded: allowance), of: 3, at: start)
        budget.record(Use(undecoded: allowance - 1), of: 4, at: start)
        #expect(budget.isExhausted)
        #expect([1, 2, 3, 4, 5].map(budget.mayRead) == [false, true, false, true, true])
    }

    @Test func oneReadAtATimeMayReplyBeyondTheLimit() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(unsent: 9 * allowance), of: 1, at: start)
        #expect(budget.mayReply(to: 1, besides: 7))
        budget.record(Use(unsent: 10 * allowance), of: 1, at: start)
        #expect(budget.mayReply(to: 2, besides: 0))
        #expect(!budget.mayReply(to: 2, besides: 1))
        // It does not accept the output that it has requested.
        #expect(!budget.mayReply(to: 1, besides: 0))
        budget.record(Use(unsent: 20 * allowance), of: 1, at: start)
        #expect(!budget.mayReply(to: 2, besides: 0))
    }

    @Test func nextLongRequestFollowsACompleteOne() {
        var budget = MemoryBudget(limit: 10 * allowance)
        for connection in 1...3 {
            budget.record(Use(undecoded: 5 * allowance), of: connection, at: start)
        }
        #expect(budget.preferred == 1)
        budget.record(Use(undecoded: 8 * allowance), of: 2, at: start)
        #expect(budget.preferred == 1)
        budget.record(Use(unanswered: 5 * allowance), of: 1, at: start)
        #expect(budget.preferred == 2)
        budget.record(Use(), of: 2, at: start)
        #expect(budget.isExhausted)
        #expect(budget.preferred == 3)
        budget.record(Use(), of: 1, at: start)
        #expect(!budget.isExhausted)
        #expect(budget.preferred == nil)
    }

    @Test func excessIsTheLargestStalledConnections() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(unsent: 6 * allowance), of: 1, at: start)
        budget.record(Use(undecoded: 2 * allowance), of: 2, at: start)
        budget.record(Use(undecoded: 3 * allowance), of: 3, at: start)
        let short = MemoryBudget.excessLength
        budget.record(Use(unsent: short), of: 4, at: start)
        #expect(budget.total == 11 * allowance + short)
        #expect(budget.excess(among: [2, 3, 4]) == [3])
        #expect(budget.excess(among: [4, 2]) == [2])
        #expect(budget.excess(among: [1, 2, 3, 4]) == [1])
        // Short ones are never closed: this frees too little.
        #expect(budget.excess(among: [4]) == [])
        // What their subscriptions and lists hold counts, too.
        #expect(budget.excess(among: [2, 4], holding: [4: 5 * allowance]) == [4])
    }

    @Test func memoryThatSubscriptionsAndListsHoldCounts() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(unsent: allowance), of: 1, at: start)
        budget.held = 9 * allowance
        #expect(budget.isExhausted)
        #expect([budget.requests, budget.output, budget.total] == [0, allowance, 10 * allowance])
        budget.held = 0
        #expect(!budget.isExhausted)
    }

    @Test func nothingIsExcessBelowTheLimit() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(unsent: 9 * allowance), of: 1, at: start)
        #expect(budget.excess(among: [1]) == [])
    }

    /// A budget that is exhausted by the half requests of some connections; the first one is the
    /// longest.
    private func exhausted(by connections: ClosedRange<Int>) -> MemoryBudget {
        var budget = MemoryBudget(limit: 10 * allowance)
        for connection in connections.reversed() {
            let length = connection == connections.lowerBound ? 7 : 6
            budget.record(Use(undecoded: length * allowance), of: connection, at: start)
        }
        return budget
    }

    /// The connections whose turn it is, in order, as long as all of them send slowly.
    private func turns(_ count: Int, of budget: inout MemoryBudget) -> [Int?] {
        (1...count).map { second in
            defer { budget.reviewTurn(at: start + .seconds(Int64(second))) }
            return budget.preferred
        }
    }

    @Test func slowSendersTakeTurns() {
        var budget = exhausted(by: 1...3)
        // Chosen when the memory was used up, before the longest request arrived.
        #expect(budget.preferred == 2)
        #expect(turns(7, of: &budget) == [2, 1, 3, 2, 1, 3, 2])
    }

    @Test func fastSenderKeepsItsTurn() {
        var budget = exhausted(by: 1...2)
        var length = 7 * allowance
        for second in 1...5 {
            length += MemoryBudget.turnLength
            budget.record(Use(undecoded: length), of: 1, at: start)
            budget.reviewTurn(at: start + .seconds(Int64(second)))
            #expect(budget.preferred == 1)
        }
        budget.reviewTurn(at: start + .milliseconds(5900))
        #expect(budget.preferred == 1)
        budget.reviewTurn(at: start + .seconds(6))
        #expect(budget.preferred == 2)
    }

    @Test func newRequestPrecedesThoseOfSlowSenders() {
        var budget = exhausted(by: 1...3)
        _ = turns(5, of: &budget)
        budget.record(Use(undecoded: allowance), of: 9, at: start + .seconds(5))
        budget.reviewTurn(at: start + .seconds(6))
        #expect(budget.preferred == 9)
    }

    @Test func requestsOfOneConnectionAlternateWithThoseOfOthers() {
        var budget = exhausted(by: 1...2)
        #expect(budget.preferred == 1)
        // One request is complete, and a part of the next one arrived.
        let next = Use(undecoded: 2 * allowance, unanswered: 6 * allowance)
        budget.record(next, of: 1, at: start)
        #expect(budget.preferred == 2)
    }

    @Test func requestThatCannotBeReadHasNoTurn() {
        var budget = exhausted(by: 1...3)
        budget.record(Use(undecoded: 6 * allowance, isReadable: false), of: 3, at: start)
        #expect(budget.preferred == 2)
        budget.record(Use(undecoded: 6 * allowance, isReadable: false), of: 2, at: start)
        #expect(turns(3, of: &budget) == [1, 1, 1])
    }

    @Test func totalIsTheSumAfterRandomChanges() {
        var random = SplitMix(seed: 5)
        var budget = MemoryBudget(limit: 40 * allowance)
        var uses: [Int: Use] = [:]
        for _ in 0..<2000 {
            let connection = Int.random(in: 1...9, using: &random)
            func size() -> Int { [0, 9, 3 * allowance].randomElement(using: &random) ?? 0 }
            let use = Use(undecoded: size(), unanswered: size(), unsent: size())
            uses[connection] = use
            budget.record(use, of: connection, at: start)
            #expect(budget.total == uses.values.reduce(0) { $0 + $1.total })
            let hasRequests = uses.values.contains { $0.undecoded > 0 }
            #expect((budget.preferred != nil) == (budget.isExhausted && hasRequests))
            // A long request can always be continued.
            #expect(
                !hasRequests || uses.contains { $0.value.undecoded > 0 && budget.mayRead($0.key) }
            )
        }
    }
}
