// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// Writes budgets and expenses, one request after the other, so that no two expenses together
/// exceed a limit that each of them observes.
@ModelActor
actor Ledger {
    func add(_ input: BudgetInput) throws -> BudgetOutput {
        try input.validate()
        do {
            return try saving {
                let budget = Budget(name: input.name, limit: input.limit)
                modelContext.insert(budget)
                return BudgetOutput(budget, spent: 0)
            }
        } catch let error as StoreError where error.code == .notUnique {
            throw Refusal.nameTaken(input.name)
        }
    }

    func add(_ input: ExpenseInput, to id: UUID) throws -> ExpenseOutput {
        try saving { ExpenseOutput(try append(input, to: try modelContext.existingBudget(id))) }
    }

    func delete(_ id: UUID) throws {
        try saving { modelContext.delete(try modelContext.existingBudget(id)) }
    }

    /// Adds all lines or, after an error, none.
    func add(_ lines: [ImportedExpense]) throws -> Int {
        try saving {
            for line in lines {
                guard let budget = try modelContext.budget(named: line.budget) else {
                    throw Refusal.unknownBudget(line.budget)
                }
                _ = try append(line.expense, to: budget)
            }
            return lines.count
        }
    }

    /// Saves what a block changes; after an error, the context has no changes.
    private func saving<Result>(_ block: () throws -> Result) throws -> Result {
        do {
            let result = try block()
            try modelContext.save()
            return result
        } catch {
            modelContext.rollback()
            throw error
        }
    }

    private func append(_ input: ExpenseInput, to budget: Budget) throws -> Expense {
        try input.validate()
        let left = budget.limit - (try modelContext.spent(on: budget))
        guard input.cents <= left else { throw Refusal.overLimit(left: left) }
        let expense = Expense(input)
        try modelContext.append(expense, to: \.expenses, of: budget)
        budget.lastChange = .now
        return expense
    }
}
