// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftData
import Testing

@testable import budgets

struct PageInputTests {
    @Test func aPageOfBudgetsSortsNoNames() throws {
        let context = ModelContext(try ModelContainer.budgets(nil))
        let plan = try context.explain(PageInput(number: 2).budgets)
        #expect(plan.accesses.map { $0.index != nil } == [true])
        #expect(!plan.steps.contains { $0.detail.contains("TEMP B-TREE") })
    }
}
