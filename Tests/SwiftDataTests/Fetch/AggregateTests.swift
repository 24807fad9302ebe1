// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Values that the store computes from all models of a fetch.
@Suite struct AggregateTests {
    enum Kind: String, Codable { case book, map, toy }

    struct Size: Codable, Equatable {
        var width: Double
        var height: Double?
    }

    @Model final class Article {
        #Index<Article>([\.price], [\.kind])
        var name: String
        var kind: Kind
        var copies: Int
        var weight: Double
        var price: Decimal
        var note: String?
        var added: Date?
        var size: Size?
        var keywords: [String] = []
        @Attribute(.externalStorage) var image: Data?
        @Attribute(.encrypt) var secret: Int = 0
        @Attribute(.codable) var opaque: Size?
        @Attribute(.ephemeral) var draft: Int = 0
        @Transient var isSelected = 1
        var doubled: Int { copies * 2 }
        var maker: Maker?
        @Relationship(inverse: \Label.articles) var labels: [Label] = []

        init(_ name: String, _ kind: Kind, copies: Int, weight: Double = 1, price: Decimal = 1) {
            self.name = name
            self.kind = kind
            self.copies = copies
            self.weight = weight
            self.price = price
        }
    }

    @Model final class Maker {
        var name: String
        @Relationship(inverse: \Article.maker) var articles: [Article] = []
        init(_ name: String) { self.name = name }
    }

    @Model final class Label {
        var text: String
        var articles: [Article] = []
        init(_ text: String) { self.text = text }
    }

    private let context: ModelContext

    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Article.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
    }

    private func fill() throws {
        let maker = Maker("Miller")
        context.insert(maker)
        for (name, kind, copies) in [
            ("atlas", Kind.map, 3), ("Emma", .book, 5), ("ball", .toy, 2), ("Ivanhoe", .book, 4),
        ] {
            let article = Article(name, kind, copies: copies)
            context.insert(article)
            if kind == .book { article.maker = maker }
        }
        try context.save()
    }

    // MARK: Values

    @Test func oneAggregateHasItsOwnType() throws {
        try fill()
        let count: Int = try context.fetchAggregate(AggregateDescriptor(of: Article.self, .count))
        let sum: Int? = try context.fetchAggregate(
            AggregateDescriptor(of: Article.self, .sum(\.copies))
        )
        #expect(count == 4)
        #expect(sum == 14)
    }

    @Test func severalAggregatesAreATuple() throws {
        try fill()
        let (count, sum, average, last) = try context.fetchAggregate(
            AggregateDescriptor(
                of: Article.self,
                .count,
                .sum(\.copies),
                .average(\.copies),
                .max(\.name),
                predicate: #Predicate { $0.copies > 2 }
            )
        )
        #expect(count == 3)
        #expect(sum == 12)
        #expect(average == 4)
        #expect(last == "atlas")
    }

    @Test func aggregatesWithoutValuesAreNil() throws {
        func expectNothing() throws {
            let (count, sum, average, least, total) = try context.fetchAggregate(
                AggregateDescriptor(
                    of: Article.self,
                    .count(\.added),
                    .sum(\.weight),
                    .average(\.price),
                    .min(\.added),
                    .sum(\.price),
                    predicate: #Predicate { $0.added != nil }
                )
            )
            #expect(count == 0)
            #expect(sum == nil && average == nil && least == nil && total == nil)
        }
        try expectNothing()
        try fill()
        try expectNothing()
        context.insert(Article("new", .toy, copies: 1))
        try expectNothing()
    }

    @Test func decimalNumbersAreAddedExactly() throws {
        for number in 0..<30 {
            let price = try #require(Decimal(string: number == 0 ? "1e20" : "0.1"))
            context.insert(Article("\(number)", .map, copies: 1, price: price))
        }
        let prices = AggregateDescriptor(of: Article.self, .sum(\.price), .average(\.price))
        let (sum, average) = try context.fetchAggregate(prices)
        #expect(sum == Decimal(string: "100000000000000000002.9"))
        #expect(average == 1e20 / 30)
    }

    @Test func inexactSumOfDecimalNumbersIsAnError() throws {
        for text in ["1e60", "1e-30"] {
            let price = try #require(Decimal(string: text))
            context.insert(Article(text, .map, copies: 1, price: price))
        }
        let error = #expect(throws: StoreError.self) {
            try context.fetchAggregate(AggregateDescriptor(of: Article.self, .sum(\.price)))
        }
        #expect(error?.code == .overflow)
    }

    @Test func roundingErrorsOfAdditionsDoNotAccumulate() throws {
        for weight in [1.0, 1e100, 1.0, -1e100] {
            context.insert(Article("\(weight)", .map, copies: 1, weight: weight))
        }
        let weights = AggregateDescriptor(of: Article.self, .sum(\.weight), .average(\.weight))
        let (sum, average) = try context.fetchAggregate(weights)
        #expect(sum == 2)
        #expect(average == 0.5)
    }

    @Test func infinitiesAreAdded() throws {
        context.insert(Article("a", .map, copies: 1, weight: .infinity))
        context.insert(Article("b", .map, copies: 1, weight: 1))
        let weights = AggregateDescriptor(of: Article.self, .sum(\.weight), .average(\.weight))
        #expect(try context.fetchAggregate(weights).0 == .infinity)
        context.insert(Article("c", .map, copies: 1, weight: -.infinity))
        let (sum, average) = try context.fetchAggregate(weights)
        #expect(sum?.isNaN == true && average?.isNaN == true)
    }

    @Test func partialSumMayExceedTheRange() throws {
        for copies in [Int.max, 1, -2] { context.insert(Article("", .map, copies: copies)) }
        let sum = AggregateDescriptor(of: Article.self, .sum(\.copies))
        #expect(try context.fetchAggregate(sum) == .max - 1)
        context.insert(Article("", .map, copies: 2))
        let error = #expect(throws: StoreError.self) { try context.fetchAggregate(sum) }
        #expect(error?.code == .overflow)
        #expect(error?.message.contains("9223372036854775808") == true)
    }

    @Test func fieldsOfStructuresAreAggregated() throws {
        try fill()
        let articles = try context.fetch(FetchDescriptor<Article>())
        for (number, article) in articles.enumerated() where number > 0 {
            article.size = Size(width: Double(number), height: number == 2 ? 9 : nil)
        }
        let (count, widest, heights) = try context.fetchAggregate(
            AggregateDescriptor(
                of: Article.self,
                .count(\.size),
                .max(\.size?.width),
                .sum(\.size?.height)
            )
        )
        #expect(count == 3)
        #expect(widest == 3)
        #expect(heights == 9)
    }

    @Test func valuesThatCannotBeComparedAreCounted() throws {
        try fill()
        let articles = try context.fetch(FetchDescriptor<Article>())
        articles[0].image = Data(repeating: 1, count: 50_000)
        articles[1].opaque = Size(width: 1)
        let counts = AggregateDescriptor(of: Article.self, .count(\.image), .count(\.opaque))
        #expect(try context.fetchAggregate(counts) == (1, 1))
        try context.save()
        #expect(try context.fetchAggregate(counts) == (1, 1))
    }

    // MARK: Errors

    private func expectRefusal<Value>(
        _ aggregate: Aggregate<Article, Value>,
        _ text: String
    ) throws {
        let error = #expect(throws: SwiftDataError.self) {
            try context.fetchAggregate(AggregateDescriptor(aggregate))
        }
        #expect(error == .unsupportedKeyPath)
        #expect(error?.explanation.contains(text) == true, "\(error?.explanation ?? "")")
    }

    @Test func valuesWithoutStoredOrderAreRefused() throws {
        try expectRefusal(.sum(\.secret), "Article.secret is encrypted, so its sum")
        try expectRefusal(.count(distinct: \.opaque), "is stored as JSON, so its count of distinct")
        try expectRefusal(.count(distinct: \.image), "is kept in an external file")
        try expectRefusal(.count(distinct: \.keywords), "Article.keywords is stored as JSON")
        try expectRefusal(.count(distinct: \.size), "is a structure with a column for each field")
        try expectRefusal(.count(distinct: \.labels), "is a to-many relationship")
        try expectRefusal(.sum(\.draft), "transient")
        try expectRefusal(.sum(\.isSelected), "does not lead to a persisted property")
        try expectRefusal(.sum(\.doubled), "does not lead to a persisted property")
    }

    @Test func untranslatablePredicateIsRefused() throws {
        let odd = #Predicate<Article> { $0.doubled > 1 }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetchAggregate(AggregateDescriptor(.count, predicate: odd))
        }
    }

    // MARK: Contexts

    @Test func savesOfOtherContextsCount() throws {
        try fill()
        let other = ModelContext(context.container)
        other.insert(Article("late", .toy, copies: 100))
        try other.save()
        let most = try context.fetchAggregate(
            AggregateDescriptor(of: Article.self, .max(\.copies))
        )
        #expect(most == 100)
    }

    @Test func aggregatesLoadNoModels() throws {
        try fill()
        let other = ModelContext(context.container)
        _ = try other.fetchAggregate(AggregateDescriptor(of: Article.self, .count, .max(\.name)))
        let entity = try other.graph.stores.schema.entity(for: Article.self)
        #expect(other.graph.objects.objects(of: entity).isEmpty)
    }

    @Test func interruptedReadThrows() throws {
        try fill()
        context.readInterruption = ReadInterruption()
        context.readInterruption?.request()
        let error = #expect(throws: StoreError.self) {
            try context.fetchAggregate(AggregateDescriptor(of: Article.self, .sum(\.copies)))
        }
        #expect(error?.code == .interrupted)
    }

    // MARK: Class hierarchies

    @Test func subclassCountsItsOwnModels() throws {
        let trips = try Trips.context()
        func totals<T: Trips.Trip>(_ type: T.Type) throws -> (Int, Int?) {
            try trips.fetchAggregate(AggregateDescriptor(of: type, .count, .sum(\.distance)))
        }
        for isSaved in [false, true] {
            if isSaved { try trips.save() }
            #expect(try totals(Trips.Trip.self) == (4, 40))
            #expect(try totals(Trips.BusinessTrip.self) == (2, 20))
            #expect(try totals(Trips.Conference.self) == (1, 10))
            let badge = AggregateDescriptor(of: Trips.Conference.self, .max(\.badge))
            #expect(try trips.fetchAggregate(badge) == 7)
        }
    }
}
