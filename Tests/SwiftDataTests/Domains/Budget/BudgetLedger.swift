// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// The sum of the expenses of a category in a month.
struct MonthlySum: Hashable, Sendable {
    var category: String
    var month: Date
    var amount: Decimal
}

/// Adds up expenses, and adds those of the recurring rules.
@ModelActor
actor BudgetLedger {
    /// Adds all expenses that are due before a date.
    func addRecurringExpenses(before date: Date, calendar: Calendar) throws -> [String] {
        var added: [String] = []
        try modelContext.transaction {
            for rule in try modelContext.fetch(FetchDescriptor<RecurringExpense>()) {
                while let next = rule.nextDate(in: calendar), next < date {
                    modelContext.insert(rule.makeExpense(on: next))
                    added.append(rule.title)
                }
            }
        }
        return added
    }

    func sums(calendar: Calendar) throws -> [MonthlySum] {
        var sums: [MonthlySum: Decimal] = [:]
        var expenses = FetchDescriptor<Expense>()
        expenses.propertiesToFetch = [\.price, \.date]
        try modelContext.enumerate(expenses, batchSize: 100) { expense in
            let month = calendar.dateInterval(of: .month, for: expense.date)?.start
            let category = expense.category?.name ?? "other"
            let key = MonthlySum(category: category, month: month ?? expense.date, amount: 0)
            sums[key, default: 0] += expense.price.amount
        }
        return sums.map { key, amount in
            MonthlySum(category: key.category, month: key.month, amount: amount)
        }
        .sorted { ($0.month, $0.category) < ($1.month, $1.category) }
    }

    /// Moves an expense to another category, unless one of them was deleted.
    func move(_ expense: PersistentIdentifier, to category: PersistentIdentifier) throws -> Bool {
        guard let expense = self[expense, as: Expense.self],
            let category = self[category, as: BudgetCategory.self]
        else { return false }
        expense.category = category
        try modelContext.save()
        return true
    }

    func deleteExpenses(before date: Date) throws {
        try modelContext.delete(model: Expense.self, where: #Predicate { $0.date < date })
        try modelContext.save()
    }
}
