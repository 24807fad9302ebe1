// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Observation
import SwiftData
import Testing

@MainActor
struct BudgetTests {
    private let container: ModelContainer
    private let context: ModelContext
    private let calendar: Calendar
    private let food = BudgetCategory(name: "Food", monthlyLimit: 100)
    private let home = BudgetCategory(name: "Home", monthlyLimit: 900)

    init() throws {
        container = try ModelContainer(
            for: BudgetCategory.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = container.mainContext
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        self.calendar = calendar
        context.insert(food)
        context.insert(home)
        context.insert(Expense("Bread", .euros(4.5), on: try day(2025, 3, 1), in: food))
        context.insert(Expense("Cheese", .euros(12.25), on: try day(2025, 3, 31), in: food))
        context.insert(Expense("Lamp", .euros(39.9), on: try day(2025, 3, 14), in: home))
        context.insert(Expense("Soup", .euros(8), on: try day(2025, 4, 1), in: food))
        context.insert(Expense("Stamps", .euros(3), on: try day(2025, 3, 20)))
        let pie = Money(amount: 6, currency: .dollar)
        context.insert(Expense("Pie", pie, on: try day(2025, 3, 9), in: food))
        try context.save()
    }

    private func day(_ year: Int, _ month: Int, _ day: Int) throws -> Date {
        let components = DateComponents(year: year, month: month, day: day)
        return try #require(calendar.date(from: components))
    }

    private func month(_ year: Int, _ month: Int) throws -> DateInterval {
        try #require(calendar.dateInterval(of: .month, for: day(year, month, 1)))
    }

    @Test func expensesAreFoundByMonthCategoryAndCurrency() throws {
        let march = try month(2025, 3)
        #expect(
            try context.fetch(.expenses(in: march)).map(\.note)
                == ["Cheese", "Stamps", "Lamp", "Bread"]
        )
        let foods = try context.fetch(.expenses(in: march, category: "Food"))
        #expect(foods.map(\.price) == [.euros(12.25), .euros(4.5)])
        #expect(try context.fetchCount(.expenses(in: march, currency: .dollar)) == 1)
        #expect(try context.fetch(.uncategorized).map(\.note) == ["Stamps"])
    }

    @Test func largestExpensesLeaveOutThoseOfRules() throws {
        let rent = RecurringExpense("Rent", .euros(700), every: .monthly, from: .now)
        context.insert(rent)
        context.insert(rent.makeExpense(on: .now))
        #expect(try context.fetch(.largest(2)).map(\.note) == ["Lamp", "Cheese"])
        #expect(try context.fetch(.largest(5, above: 12.25)).map(\.note) == ["Lamp"])
        #expect(rent.expenses.count == 1)
    }

    @Test func predicateHasTheSameMeaningInMemory() throws {
        let isInMarch = Expense.isIn(try month(2025, 3))
        let all = try context.fetch(FetchDescriptor<Expense>())
        let found = try context.fetch(FetchDescriptor(predicate: isInMarch))
        #expect(found.count == 5)
        #expect(try Set(all.filter { try isInMarch.evaluate($0) }) == Set(found))
    }

    @Test func recurringExpensesAreAddedOnce() async throws {
        let rent = RecurringExpense(
            "Rent",
            .euros(700),
            every: .monthly,
            from: try day(2025, 1, 31)
        )
        rent.end = try day(2025, 5, 1)
        rent.category = home
        let paper = RecurringExpense("Paper", .euros(2), every: .weekly, from: try day(2025, 4, 1))
        context.insert(paper)
        context.insert(rent)
        try context.save()

        let ledger = BudgetLedger(modelContainer: container)
        let may = try day(2025, 5, 1)
        let added = try await ledger.addRecurringExpenses(before: may, calendar: calendar)
        #expect(added.count { $0 == "Rent" } == 4)
        #expect(added.count { $0 == "Paper" } == 5)
        #expect(try await ledger.addRecurringExpenses(before: may, calendar: calendar).isEmpty)

        let days = rent.expenses.map { calendar.component(.day, from: $0.date) }
        #expect(days == [31, 28, 31, 30])
        #expect(rent.count == 4 && home.expenses.count == 5)
        #expect(rent.nextDate(in: calendar) == nil)
        #expect(try context.fetch(.active(on: try day(2025, 5, 2))).map(\.title) == ["Paper"])
        #expect(try context.fetch(.active(on: try day(2025, 4, 2))) == [paper, rent])
    }

    @Test func expensesAreAddedUpByCategoryAndMonth() async throws {
        let sums = try await BudgetLedger(modelContainer: container).sums(calendar: calendar)
        let march = try day(2025, 3, 1)
        #expect(
            sums == [
                MonthlySum(category: "Food", month: march, amount: 22.75),
                MonthlySum(category: "Home", month: march, amount: 39.9),
                MonthlySum(category: "other", month: march, amount: 3),
                MonthlySum(category: "Food", month: try day(2025, 4, 1), amount: 8),
            ]
        )
    }

    @Test func actorMovesAndDeletesWhatTheMainContextShows() async throws {
        let ledger = BudgetLedger(modelContainer: container)
        let stamps = try #require(try context.fetch(.uncategorized).first)
        let homeID = home.persistentModelID
        #expect(try await ledger.move(stamps.persistentModelID, to: homeID))
        #expect(try context.fetch(.uncategorized).isEmpty)
        #expect(stamps.category === home)

        try await ledger.deleteExpenses(before: try day(2025, 4, 1))
        #expect(try context.fetch(FetchDescriptor<Expense>()).map(\.note) == ["Soup"])
        #expect(home.expenses.isEmpty)
        #expect(try await !ledger.move(stamps.persistentModelID, to: homeID))
    }

    @Test func overviewFollowsTheMonthAndTheContext() throws {
        let overview = BudgetOverview(month: try month(2025, 3), modelContext: context)
        #expect(overview.total == 59.65)
        #expect(overview.totals == [food: 16.75, home: 39.9])
        #expect(overview.warnings.isEmpty)

        overview.add("Wine", 63.25, on: try day(2025, 3, 5), to: food)
        #expect(overview.warnings.map(\.state) == [.close])
        overview.add("Olives", 21, on: try day(2025, 3, 6), to: food)
        #expect(overview.warnings.map(\.name) == ["Food"])
        #expect(overview.warnings.map(\.state) == [.exceeded(by: 1)])

        overview.delete(at: IndexSet([0, 2]))
        #expect(overview.expenses.map(\.note) == ["Stamps", "Olives", "Wine", "Bread"])
        overview.month = try month(2025, 4)
        #expect(overview.total == 8)
        #expect(overview.categories == [food, home])
    }

    @Test func totalsAreObserved() async throws {
        let overview = BudgetOverview(month: try month(2025, 4), modelContext: context)
        let day = try day(2025, 4, 2)
        await withCheckedContinuation { continuation in
            withObservationTracking {
                #expect(overview.total == 8)
            } onChange: {
                continuation.resume()
            }
            overview.add("Rice", 2, on: day, to: food)
        }
        #expect(overview.total == 10)
    }

    @Test func changedPriceIsObserved() async throws {
        let overview = BudgetOverview(month: try month(2025, 4), modelContext: context)
        let soup = try #require(overview.expenses.first)
        await confirmation { isObserved in
            withObservationTracking {
                _ = overview.total
            } onChange: {
                isObserved()
            }
            soup.price.amount = 9
        }
        #expect(overview.total == 9)
    }

    @Test func categoryWithExpensesIsNotDeleted() throws {
        context.delete(food)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        #expect(food.expenses.count == 4)
        #expect(food.limit?.perMonth == 100)

        food.expenses = []
        context.delete(food)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<BudgetCategory>()) == [home])
        #expect(try context.fetchCount(FetchDescriptor<SpendingLimit>()) == 1)
        #expect(
            try context.fetchCount(.init(predicate: #Predicate<Expense> { $0.category == nil }))
                == 5
        )
    }

    @Test func limitsAreReplacedAndCompared() throws {
        #expect(try context.fetch(.limited(below: 1000)) == [food, home])
        food.limit = SpendingLimit(perMonth: 950)
        #expect(try context.fetch(.limited(below: 1000)) == [home, food])
        home.limit = nil
        #expect(try context.fetch(.limited(below: 1000)) == [food])
    }

    @Test func categoryOfTheSameNameIsUpdated() throws {
        context.insert(BudgetCategory(name: "Food", monthlyLimit: 250))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<BudgetCategory>()) == 2)
        #expect(food.limit?.perMonth == 250)
    }
}
