// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData
import Testing

@testable import budgets

/// Requires of queries that they read no more than they return.
struct QueryPlanTests {
    private let context: ModelContext

    init() throws {
        context = ModelContext(try ModelContainer.budgets(nil))
    }

    @Test func aPageOfBudgetsSortsNoNames() throws {
        let plan = try context.explain(PageInput(number: 2).budgets)
        #expect(plan.accesses.map { $0.index != nil } == [true])
        #expect(!plan.steps.contains { $0.detail.contains("TEMP B-TREE") })
    }

    @Test(arguments: [1, 20], [false, true])
    func sumsReadTheExpensesOfTheirBudgets(count: Int, hasChanges: Bool) throws {
        let budgets = (1...count).map { Budget(name: "\($0)", limit: 1_000) }
        for budget in budgets { context.insert(budget) }
        try context.save()
        if hasChanges {
            let expense = Expense(ExpenseInput(text: "cup", cents: 300))
            try context.append(expense, to: \.expenses, of: budgets[0])
        }
        let sum = Budget.sum(of: budgets)
        for plan in [try context.explain(sum), try context.explain(sum.grouped(by: \.budget))] {
            #expect(plan.accesses.contains { $0.index != nil })
            #expect(!plan.accesses.contains { $0.isFullScan && !$0.isUnsaved })
        }
    }
}
