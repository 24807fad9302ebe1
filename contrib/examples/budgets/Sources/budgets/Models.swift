// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

/// A sum of money that expenses may use up.
@Model
final class Budget {
    #Index<Budget>([\.lastChange])

    @Attribute(.unique) var id = UUID()
    @Attribute(.unique) var name: String
    /// The sum in cents.
    var limit: Int
    /// The time of the last change of the budget or one of its expenses.
    var lastChange = Date.now
    @Relationship(deleteRule: .cascade, inverse: \Expense.budget) var expenses: [Expense] = []

    init(name: String, limit: Int) {
        self.name = name
        self.limit = limit
    }
}

/// A payment from a budget.
@Model
final class Expense {
    #Index<Expense>([\.budget, \.date])

    var text: String
    var cents: Int
    var date: Date
    var budget: Budget?

    init(_ expense: ExpenseInput) {
        text = expense.text
        cents = expense.cents
        date = expense.date ?? .now
    }
}

extension ModelContainer {
    /// Opens the store of the service, or one in memory.
    static func budgets(_ url: URL?) throws -> ModelContainer {
        var store =
            url.map { ModelConfiguration(url: $0) }
            ?? ModelConfiguration(isStoredInMemoryOnly: true)
        // A second budget with a name is refused, instead of replacing the first.
        store.uniqueCollision = .reject
        return try ModelContainer(for: Budget.self, configurations: store)
    }
}
