// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData
import Testing

@testable import budgets

struct LiveBudgetsTests {
    @Test func eventsFollowTheLedger() async throws {
        let container = try ModelContainer.budgets(nil)
        let ledger = Ledger(modelContainer: container)
        let tea = try await ledger.add(BudgetInput(name: "tea", limit: 1_000))
        var events = LiveBudgets(container: container).makeAsyncIterator()
        #expect(try await events.next()?.contains(#""spent":0"#) == true)

        _ = try await ledger.add(ExpenseInput(text: "green", cents: 300), to: tea.id)
        let change = try #require(try await events.next())
        #expect(change.hasPrefix("event: change\ndata: {"))
        #expect(change.contains(#""spent":300"#))
        #expect(change.hasSuffix("}\n\n"))

        try await ledger.delete(tea.id)
        #expect(try await events.next() == "event: delete\ndata: {\"id\":\"\(tea.id)\"}\n\n")
    }
}
