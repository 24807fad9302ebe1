// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Hummingbird

/// The body of a request for a new budget.
struct BudgetInput: Codable, Sendable {
    let name: String
    let limit: Int

    func validate() throws {
        guard (1...80).contains(name.count) else {
            throw Refusal.invalid("a name has 1 to 80 characters, not \(name.count)")
        }
        guard limit > 0 else { throw Refusal.invalid("the limit \(limit) is not positive") }
    }
}

/// The body of a request for a new expense.
struct ExpenseInput: Codable, Sendable {
    let text: String
    let cents: Int
    var date: Date?

    func validate() throws {
        guard cents > 0 else { throw Refusal.invalid("\(cents) cents are not positive") }
    }
}

/// A line of an import.
struct ImportedExpense: Codable, Sendable {
    let budget: String
    let expense: ExpenseInput
}

/// A budget in an answer.
struct BudgetOutput: ResponseCodable, Equatable, Sendable {
    let id: UUID
    let name: String
    let limit: Int
    let spent: Int

    init(_ budget: Budget, spent: Int) {
        id = budget.id
        name = budget.name
        limit = budget.limit
        self.spent = spent
    }
}

/// An expense in an answer.
struct ExpenseOutput: ResponseCodable, Equatable, Sendable {
    let text: String
    let cents: Int
    let date: Date

    init(_ expense: Expense) {
        text = expense.text
        cents = expense.cents
        date = expense.date
    }
}

/// A part of a list.
struct Page<Element: Codable & Sendable>: ResponseCodable, Sendable {
    let elements: [Element]
    /// The number of elements on all pages.
    let count: Int
}

/// The part of a list that a request asks for.
struct PageInput: Sendable {
    var number = 1
    var size = 20

    var offset: Int { (number - 1) * size }
}

extension PageInput {
    init(_ request: Request) throws {
        self.init()
        number = request.uri.queryParameters.get("page", as: Int.self) ?? number
        size = request.uri.queryParameters.get("size", as: Int.self) ?? size
        guard (1...1_000_000).contains(number), (1...100).contains(size) else {
            throw Refusal.invalid("there is no page \(number) of \(size); a size is at most 100")
        }
    }
}
