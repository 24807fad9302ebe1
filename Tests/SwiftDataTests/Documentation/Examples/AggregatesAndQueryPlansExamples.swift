// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Aggregates and query plans*.
struct AggregatesAndQueryPlansExamples: PrintingExample {
    let output = PrintedLines()

    enum Genre: String, Codable {
        case novel, poetry
    }

    @Model
    final class Author {
        var name: String
        @Relationship(inverse: \Book.author) var books: [Book] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Book {
        var title: String
        var genre: Genre
        var author: Author?
        @Relationship(inverse: \Sale.book) var sales: [Sale] = []

        init(title: String, genre: Genre) {
            self.title = title
            self.genre = genre
        }
    }

    @Model
    final class Sale {
        #Index<Sale>([\.day])
        var day: Int
        var copies: Int
        var price: Decimal
        var checksum: Int
        var book: Book?

        init(day: Int, copies: Int, price: Decimal) {
            self.day = day
            self.copies = copies
            self.price = price
            checksum = .max - 1
        }
    }

    private let context: ModelContext
    private static let page = try? DocumentationPage(
        "Sources/SwiftData/SwiftData.docc/AggregatesAndQueryPlans.md"
    )

    init() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        context = ModelContext(try ModelContainer(for: Author.self, configurations: memory))
        let (austen, keats) = (Author(name: "Jane Austen"), Author(name: "John Keats"))
        let emma = Book(title: "Emma", genre: .novel)
        let endymion = Book(title: "Endymion", genre: .poetry)
        context.insert(austen)
        context.insert(keats)
        emma.author = austen
        endymion.author = keats
        for (day, copies, book) in [(1, 2, emma), (9, 3, emma), (21, 4, endymion), (30, 1, nil)] {
            let sale = Sale(day: day, copies: copies, price: Decimal(copies) / 10)
            context.insert(sale)
            sale.book = book
        }
        try context.save()
    }

    @Test func totalsAreComputed() throws {
        let sold = AggregateDescriptor(of: Sale.self, .sum(\.copies))
        print(try context.fetchAggregate(sold) ?? 0, "copies")

        let novels = AggregateDescriptor(
            of: Sale.self,
            .count,
            .sum(\.price),
            .average(\.copies),
            .max(\.day),
            predicate: #Predicate { $0.book?.genre == .novel }
        )
        let (count, price, average, last) = try context.fetchAggregate(novels)
        #expect(count == 2 && price == Decimal(string: "0.5") && average == 2.5 && last == 9)
        #expect(output.lines == Self.page?.blocks(of: "text")[0])
    }

    @Test func overflowIsAnError() throws {
        do {
            _ = try context.fetchAggregate(AggregateDescriptor(of: Sale.self, .sum(\.checksum)))
        } catch let error as StoreError where error.code == .overflow {
            print("the sum is out of range")
        }
        #expect(output.lines == Self.page?.blocks(of: "text")[1])
    }

    @Test func modelsAreGrouped() throws {
        var byBook = AggregateDescriptor(of: Sale.self, .sum(\.copies)).grouped(by: \.book?.title)
        byBook.sortBy = [.by(.sum(\.copies), order: .reverse)]
        byBook.fetchLimit = 2
        for group in try context.fetchGroups(byBook) {
            print(group.key ?? "unknown", group.value ?? 0)
        }

        let byAuthor = AggregateDescriptor(of: Sale.self, .count)
            .grouped(by: \.book?.author, \.book?.genre)
        for group in try context.fetchGroups(byAuthor) {
            let (author, genre) = group.key
            print(author?.name ?? "unknown", genre?.rawValue ?? "-", group.value)
        }
        #expect(output.lines == Self.page?.blocks(of: "text")[2])
    }

    @Test func plansAreShown() throws {
        let plan = try context.explain(
            FetchDescriptor<Sale>(predicate: #Predicate { $0.day > 20 })
        )
        for access in plan.accesses {
            print(access.table, access.isFullScan ? "is scanned" : "is searched")
        }
        print(plan.accesses.map(\.index) == [.named("Sale_day_index")])
        #expect(output.lines == Self.page?.blocks(of: "text")[3])

        let slow = try context.explain(
            FetchDescriptor<Sale>(predicate: #Predicate { $0.copies > 3 })
        )
        let scanned = slow.accesses.filter { $0.isFullScan && !$0.isUnsaved }.map(\.table)
        #expect(scanned == ["Sale"])
    }
}
