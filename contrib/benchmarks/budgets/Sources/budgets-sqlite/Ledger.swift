// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Dispatch
import Foundation

/// Writes budgets and expenses, one request after the other.
actor Ledger {
    private let connection: Connection
    private let executor = QueueExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ path: String) throws {
        connection = try Connection(path)
        try connection.createTables()
    }

    func add(_ input: BudgetInput) throws -> BudgetOutput {
        try input.validate()
        let budget = Budget(input)
        do {
            try connection.transaction {
                try connection.run(
                    "INSERT INTO budget(id, name, \"limit\", last_change) VALUES (?, ?, ?, ?)",
                    with: [
                        .uuid(budget.id), .text(budget.name), .integer(budget.limit), .date(.now),
                    ]
                )
            }
        } catch let error as SQLiteError where error.isNotUnique {
            throw Refusal.nameTaken(input.name)
        }
        return BudgetOutput(budget, spent: 0)
    }

    func add(_ input: ExpenseInput, to id: UUID) throws -> ExpenseOutput {
        try connection.transaction {
            ExpenseOutput(try append(input, to: try connection.existingBudget(id)))
        }
    }

    func delete(_ id: UUID) throws {
        try connection.transaction {
            let budget = try connection.existingBudget(id)
            try connection.run("DELETE FROM budget WHERE key = ?", with: [.integer(budget.key)])
        }
    }

    /// Adds all lines or, after an error, none.
    func add(_ lines: [ImportedExpense]) throws -> Int {
        try connection.transaction {
            for line in lines {
                guard let budget = try connection.budget(named: line.budget) else {
                    throw Refusal.unknownBudget(line.budget)
                }
                _ = try append(line.expense, to: budget)
            }
            return lines.count
        }
    }

    private func append(_ input: ExpenseInput, to budget: Budget) throws -> Expense {
        try input.validate()
        let left = budget.limit - (try connection.spent(on: budget))
        guard input.cents <= left else { throw Refusal.overLimit(left: left) }
        let expense = Expense(input)
        try connection.run(
            "INSERT INTO expense(text, cents, date, budget) VALUES (?, ?, ?, ?)",
            with: [
                .text(expense.text), .integer(expense.cents), .date(expense.date),
                .integer(budget.key),
            ]
        )
        try connection.run(
            "UPDATE budget SET last_change = ? WHERE key = ?",
            with: [.date(.now), .integer(budget.key)]
        )
        return expense
    }
}

/// Runs the jobs of an actor on a queue, as the executor of a model actor does.
private final class QueueExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "budgets.ledger")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
