// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

extension Connection {
    func existingBudget(_ id: UUID) throws -> Budget {
        let found = try rows(
            of: "SELECT \(Budget.columns) FROM budget WHERE id = ?",
            with: [.uuid(id)],
            as: Budget.init
        )
        guard let budget = found.first else { throw Refusal.unknownBudget("\(id)") }
        return budget
    }

    func budget(named name: String) throws -> Budget? {
        try rows(
            of: "SELECT \(Budget.columns) FROM budget WHERE name = ?",
            with: [.text(name)],
            as: Budget.init
        ).first
    }

    func spent(on budget: Budget) throws -> Int {
        try integer(
            of: "SELECT coalesce(sum(cents), 0) FROM expense WHERE budget = ?",
            with: [.integer(budget.key)]
        )
    }

    func output(of id: UUID) throws -> BudgetOutput {
        let budget = try existingBudget(id)
        return BudgetOutput(budget, spent: try spent(on: budget))
    }

    func budgets(_ page: PageInput) throws -> Page<BudgetOutput> {
        let budgets = try rows(
            of: """
                SELECT \(Budget.columns), coalesce((
                    SELECT sum(cents) FROM expense WHERE expense.budget = budget.key
                ), 0)
                FROM budget ORDER BY name LIMIT ? OFFSET ?
                """,
            with: [.integer(page.size), .integer(page.offset)]
        ) { BudgetOutput(Budget($0), spent: $0.integer(4)) }
        let count = try integer(of: "SELECT count(*) FROM budget")
        return Page(elements: budgets, count: count)
    }

    func expenses(of id: UUID, _ page: PageInput) throws -> Page<ExpenseOutput> {
        let budget = try existingBudget(id)
        let expenses = try rows(
            of: """
                SELECT \(Expense.columns) FROM expense WHERE budget = ?
                ORDER BY date DESC LIMIT ? OFFSET ?
                """,
            with: [.integer(budget.key), .integer(page.size), .integer(page.offset)]
        ) { ExpenseOutput(Expense($0)) }
        let count = try integer(
            of: "SELECT count(*) FROM expense WHERE budget = ?",
            with: [.integer(budget.key)]
        )
        return Page(elements: expenses, count: count)
    }
}
