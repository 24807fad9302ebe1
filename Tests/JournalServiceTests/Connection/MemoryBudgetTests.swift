// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalService

@Suite struct MemoryBudgetTests {
    private typealias Use = MemoryBudget.Use

    private let allowance = MemoryBudget.allowance

    @Test func everythingIsReadBelowTheLimit() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(undecoded: 9 * allowance), of: 1)
        #expect(!budget.isExhausted)
        #expect(budget.mayRead(1))
        #expect(budget.mayRead(2))
    }

    @Test func longestRequestAndShortOnesAreReadBeyondTheLimit() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(undecoded: 4 * allowance), of: 1)
        budget.record(Use(undecoded: 5 * allowance), of: 2)
        budget.record(Use(undecoded: allowance), of: 3)
        budget.record(Use(undecoded: allowance - 1), of: 4)
        #expect(budget.isExhausted)
        #expect([1, 2, 3, 4, 5].map(budget.mayRead) == [false, true, false, true, true])
    }

    @Test func nextLongRequestFollowsACompleteOne() {
        var budget = MemoryBudget(limit: 10 * allowance)
        for connection in 1...3 { budget.record(Use(undecoded: 5 * allowance), of: connection) }
        #expect(budget.preferred == 1)
        budget.record(Use(undecoded: 8 * allowance), of: 2)
        #expect(budget.preferred == 1)
        budget.record(Use(unanswered: 5 * allowance), of: 1)
        #expect(budget.preferred == 2)
        budget.record(Use(), of: 2)
        #expect(budget.isExhausted)
        #expect(budget.preferred == 3)
        budget.record(Use(), of: 1)
        #expect(!budget.isExhausted)
        #expect(budget.preferred == nil)
    }

    @Test func excessIsTheLargestStalledConnections() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(unsent: 6 * allowance), of: 1)
        budget.record(Use(undecoded: 2 * allowance), of: 2)
        budget.record(Use(undecoded: 3 * allowance), of: 3)
        budget.record(Use(unsent: allowance), of: 4)
        #expect(budget.total == 12 * allowance)
        #expect(budget.excess(among: [2, 3, 4]) == [3])
        #expect(budget.excess(among: [4, 2]) == [2])
        #expect(budget.excess(among: [1, 2, 3, 4]) == [1])
        // Short ones are never closed: this frees too little.
        #expect(budget.excess(among: [4]) == [])
    }

    @Test func nothingIsExcessBelowTheLimit() {
        var budget = MemoryBudget(limit: 10 * allowance)
        budget.record(Use(unsent: 9 * allowance), of: 1)
        #expect(budget.excess(among: [1]) == [])
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
            budget.record(use, of: connection)
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
