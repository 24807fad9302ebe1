// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension ModelContext {
    func existingBudget(_ id: UUID) throws -> Budget {
        let found = try fetch(FetchDescriptor(predicate: #Predicate<Budget> { $0.id == id }))
        guard let budget = found.first else { throw Refusal.unknownBudget("\(id)") }
        return budget
    }

    func budget(named name: String) throws -> Budget? {
        try fetch(FetchDescriptor(predicate: #Predicate<Budget> { $0.name == name })).first
    }

    /// Returns the sum of a budget's expenses, which are not loaded.
    func spent(on budget: Budget) throws -> Int {
        try fetchAggregate(Budget.sum(of: [budget])) ?? 0
    }

    /// Returns the sums of some budgets' expenses, in one query.
    func spent(on budgets: [Budget]) throws -> [UUID: Int] {
        let groups = try fetchGroups(Budget.sum(of: budgets).grouped(by: \.budget))
        return groups.reduce(into: [:]) { spent, group in
            if let budget = group.key { spent[budget.id] = group.value }
        }
    }

    func output(of id: UUID) throws -> BudgetOutput {
        let budget = try existingBudget(id)
        return BudgetOutput(budget, spent: try spent(on: budget))
    }

    func outputs(of budgets: [Budget]) throws -> [BudgetOutput] {
        let spent = try spent(on: budgets)
        return budgets.map { BudgetOutput($0, spent: spent[$0.id] ?? 0) }
    }

    func budgets(_ page: PageInput) throws -> Page<BudgetOutput> {
        let count = try fetchCount(FetchDescriptor<Budget>())
        return Page(elements: try outputs(of: fetch(page.budgets)), count: count)
    }

    func expenses(of id: UUID, _ page: PageInput) throws -> Page<ExpenseOutput> {
        let budget = try existingBudget(id)
        var part = FetchDescriptor<Expense>(
            predicate: #Predicate { $0.budget?.id == id },
            sortBy: [SortDescriptor(\.date, order: .reverse)]
        )
        (part.fetchOffset, part.fetchLimit) = (page.offset, page.size)
        let count = try fetchCount(\.expenses, of: budget)
        return Page(elements: try fetch(part).map(ExpenseOutput.init), count: count)
    }
}

extension Budget {
    /// Returns the descriptor of the sum of some budgets' expenses.
    ///
    /// The list has optional identifiers, as the relationship is optional.
    static func sum(of budgets: [Budget]) -> AggregateDescriptor<Expense, Int?> {
        let ids = budgets.map { Optional($0.persistentModelID) }
        return AggregateDescriptor(
            of: Expense.self,
            .sum(\.cents),
            predicate: #Predicate { ids.contains($0.budget?.persistentModelID) }
        )
    }
}

extension PageInput {
    /// The budgets of the page, by the characters of their names.
    ///
    /// The index of the unique names has this order. For the order of the current language, each
    /// page would sort all names.
    var budgets: FetchDescriptor<Budget> {
        var part = FetchDescriptor<Budget>(sortBy: [SortDescriptor(\.name, comparator: .lexical)])
        (part.fetchOffset, part.fetchLimit) = (offset, size)
        return part
    }
}
