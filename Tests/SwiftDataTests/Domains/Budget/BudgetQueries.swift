// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension Expense {
    static func isIn(_ month: DateInterval) -> Predicate<Expense> {
        let start = month.start
        let end = month.end
        return #Predicate { $0.date >= start && $0.date < end }
    }
}

extension FetchDescriptor<Expense> {
    /// The expenses of a month, and of a category if one is given, latest first.
    static func expenses(
        in month: DateInterval,
        category: String? = nil,
        currency: Currency = .euro
    ) -> Self {
        let isInMonth = Expense.isIn(month)
        let predicate =
            if let category {
                #Predicate<Expense> {
                    isInMonth.evaluate($0) && $0.price.currency == currency
                        && $0.category?.name == category
                }
            } else {
                #Predicate<Expense> { isInMonth.evaluate($0) && $0.price.currency == currency }
            }
        var descriptor = FetchDescriptor(
            predicate: predicate,
            sortBy: [SortDescriptor(\.date, order: .reverse), SortDescriptor(\.note)]
        )
        descriptor.relationshipKeyPathsForPrefetching = [\.category]
        return descriptor
    }

    /// The most expensive purchases that no rule added.
    static func largest(_ count: Int, above amount: Decimal = 0) -> Self {
        var descriptor = FetchDescriptor(
            predicate: #Predicate<Expense> { $0.source == nil && $0.price.amount > amount },
            sortBy: [SortDescriptor(\Expense.price.amount, order: .reverse)]
        )
        descriptor.fetchLimit = count
        return descriptor
    }

    static var uncategorized: Self {
        FetchDescriptor(predicate: #Predicate { $0.category == nil }, sortBy: [.init(\.date)])
    }
}

extension FetchDescriptor<RecurringExpense> {
    /// The rules that may add an expense on a date.
    static func active(on date: Date) -> Self {
        FetchDescriptor(
            predicate: #Predicate { rule in
                rule.start <= date && (rule.end.flatMap { $0 > date } ?? true)
            },
            sortBy: [SortDescriptor(\.title)]
        )
    }
}

extension FetchDescriptor<BudgetCategory> {
    /// The categories with a limit below an amount.
    static func limited(below amount: Decimal) -> Self {
        FetchDescriptor(
            predicate: #Predicate { category in
                if let limit = category.limit { limit.perMonth < amount } else { false }
            },
            sortBy: [SortDescriptor(\.limit?.perMonth), SortDescriptor(\.name)]
        )
    }
}
