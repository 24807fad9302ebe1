// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import SwiftData

/// The data of a screen with the expenses of a month.
@Observable @MainActor
final class BudgetOverview {
    @ObservationIgnored let modelContext: ModelContext
    @Query(sort: \BudgetCategory.name) @ObservationIgnored var categories: [BudgetCategory]
    @Query @ObservationIgnored var expenses: [Expense]

    var month: DateInterval {
        didSet { _expenses = Query(.expenses(in: month)) }
    }

    init(month: DateInterval, modelContext: ModelContext) {
        self.month = month
        self.modelContext = modelContext
        _expenses = Query(.expenses(in: month))
    }

    var total: Decimal {
        expenses.reduce(0) { $0 + $1.price.amount }
    }

    var totals: [BudgetCategory: Decimal] {
        expenses.reduce(into: [:]) { totals, expense in
            guard let category = expense.category else { return }
            totals[category, default: 0] += expense.price.amount
        }
    }

    /// The categories that are close to their limits or exceed them.
    var warnings: [(name: String, state: SpendingState)] {
        let totals = totals
        return categories.compactMap { category in
            guard let limit = category.limit else { return nil }
            let state = limit.state(after: totals[category] ?? 0)
            return state == .within ? nil : (category.name, state)
        }
    }

    func add(_ note: String, _ amount: Decimal, on date: Date, to category: BudgetCategory?) {
        modelContext.insert(Expense(note, .euros(amount), on: date, in: category))
    }

    func delete(at offsets: IndexSet) {
        let expenses = expenses
        for index in offsets { modelContext.delete(expenses[index]) }
    }
}
