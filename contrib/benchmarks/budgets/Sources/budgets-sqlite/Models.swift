// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A row of the table of budgets.
struct Budget {
    static let columns = "key, id, name, \"limit\""

    /// The primary key, or 0 before the row exists.
    var key = 0
    let id: UUID
    let name: String
    let limit: Int

    init(_ input: BudgetInput) {
        id = UUID()
        name = input.name
        limit = input.limit
    }

    init(_ row: Row) {
        key = row.integer(0)
        id = row.uuid(1)
        name = row.text(2)
        limit = row.integer(3)
    }
}

/// A row of the table of expenses.
struct Expense {
    static let columns = "text, cents, date"

    let text: String
    let cents: Int
    let date: Date

    init(_ input: ExpenseInput) {
        text = input.text
        cents = input.cents
        date = input.date ?? .now
    }

    init(_ row: Row) {
        text = row.text(0)
        cents = row.integer(1)
        date = row.date(2)
    }
}

extension Connection {
    /// Creates the tables, with the indexes of the models of the example.
    func createTables() throws {
        try execute(
            """
            CREATE TABLE IF NOT EXISTS budget(
                key INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE,
                "limit" INTEGER NOT NULL, last_change REAL NOT NULL
            ) STRICT;
            CREATE INDEX IF NOT EXISTS budget_last_change ON budget(last_change);
            CREATE TABLE IF NOT EXISTS expense(
                key INTEGER PRIMARY KEY, text TEXT NOT NULL, cents INTEGER NOT NULL,
                date REAL NOT NULL, budget INTEGER REFERENCES budget ON DELETE CASCADE
            ) STRICT;
            CREATE INDEX IF NOT EXISTS expense_budget_date ON expense(budget, date);
            """
        )
    }
}
