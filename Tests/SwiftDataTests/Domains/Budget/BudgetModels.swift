// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

enum Currency: String, Codable, CaseIterable {
    case euro = "EUR"
    case dollar = "USD"
}

struct Money: Codable, Hashable {
    var amount: Decimal
    var currency = Currency.euro

    static func euros(_ amount: Decimal) -> Money { Money(amount: amount) }
}

@Model
final class BudgetCategory {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \SpendingLimit.category)
    var limit: SpendingLimit?
    @Relationship(deleteRule: .deny, inverse: \Expense.category)
    var expenses: [Expense] = []
    @Relationship(deleteRule: .cascade, inverse: \RecurringExpense.category)
    var recurring: [RecurringExpense] = []

    init(name: String, monthlyLimit: Decimal? = nil) {
        self.name = name
        limit = monthlyLimit.map { SpendingLimit(perMonth: $0) }
    }
}

/// The amount that the expenses of a category should not exceed in a month.
@Model
final class SpendingLimit {
    var perMonth: Decimal
    /// The part of the limit from which on the category is close to it.
    var warningShare: Decimal = 0.8
    var category: BudgetCategory?

    init(perMonth: Decimal) {
        self.perMonth = perMonth
    }

    func state(after spent: Decimal) -> SpendingState {
        if spent > perMonth { return .exceeded(by: spent - perMonth) }
        return spent >= perMonth * warningShare ? .close : .within
    }
}

enum SpendingState: Hashable {
    case within
    case close
    case exceeded(by: Decimal)
}

@Model
final class Expense {
    #Index<Expense>([\.date], [\.category, \.date])

    var note: String
    var price: Money
    var date: Date
    private(set) var created = Date.now
    var category: BudgetCategory?
    var source: RecurringExpense?

    init(_ note: String, _ price: Money, on date: Date, in category: BudgetCategory? = nil) {
        self.note = note
        self.price = price
        self.date = date
        self.category = category
    }
}

/// A rule that adds an expense at regular dates.
@Model
final class RecurringExpense {
    enum Interval: String, Codable {
        case weekly, monthly, yearly

        var component: Calendar.Component {
            switch self {
            case .weekly: .weekOfYear
            case .monthly: .month
            case .yearly: .year
            }
        }
    }

    @Attribute(.unique) var title: String
    var price: Money
    var interval: Interval
    var start: Date
    var end: Date?
    /// The number of expenses that the rule has added.
    private(set) var count = 0
    var category: BudgetCategory?
    @Relationship(inverse: \Expense.source) var expenses: [Expense] = []

    init(_ title: String, _ price: Money, every interval: Interval, from start: Date) {
        self.title = title
        self.price = price
        self.interval = interval
        self.start = start
    }

    /// The date of the next expense, counted from the start, so that the 31st remains the 31st.
    func nextDate(in calendar: Calendar) -> Date? {
        let date = calendar.date(byAdding: interval.component, value: count, to: start)
        guard let date, date < end ?? .distantFuture else { return nil }
        return date
    }

    /// Returns the expense of the next date, which the caller inserts.
    func makeExpense(on date: Date) -> Expense {
        count += 1
        let expense = Expense(title, price, on: date, in: category)
        expense.source = self
        return expense
    }
}
