// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The results of predicates over structures that are stored as JSON.
@Suite struct PredicateStructElementTests {
    struct Street: Codable, Equatable, Sendable {
        var name: String
        var number: Int?
    }

    struct Address: Codable, Equatable, Sendable {
        var city: String
        var street: Street?
        var isHome = false
    }

    /// A structure whose earlier JSON lacks a field.
    struct Rating: Codable, Equatable, Sendable {
        var stars: Int
        var source: String

        init(stars: Int, source: String) { (self.stars, self.source) = (stars, source) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            stars = try container.decodeIfPresent(Int.self, forKey: .stars) ?? 3
            source = try container.decode(String.self, forKey: .source)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(stars, forKey: .stars)
            try container.encode(source, forKey: .source)
        }

        enum CodingKeys: String, CodingKey { case stars, source }
    }

    @Model final class Person {
        var name: String
        var addresses: [Address] = []
        var optionalAddresses: [Address?]?
        var addressesByUse: [String: Address] = [:]
        var ratings: [Rating] = []
        init(_ name: String) { self.name = name }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let predicate: Predicate<Person>
        let names: String

        init(_ words: String, _ predicate: Predicate<Person>, _ names: String) {
            testDescription = words
            self.predicate = predicate
            self.names = names
        }
    }

    private let folder: TemporaryFolder
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        let container = try ModelContainer(
            for: Person.self,
            configurations: ModelConfiguration(url: folder.store)
        )
        let writer = ModelContext(container)
        let (ada, ben, cid) = (Person("a"), Person("b"), Person("c"))
        for person in [ada, ben, cid] { writer.insert(person) }
        ada.addresses = [
            Address(city: "Rome", street: Street(name: "Via \"Appia\"", number: 5), isHome: true),
            Address(city: "Oslo"),
        ]
        ben.addresses = [Address(city: "Rome", street: Street(name: "x"))]
        ben.optionalAddresses = [nil, Address(city: "Ulm")]
        cid.optionalAddresses = []
        ada.addressesByUse = ["work": Address(city: "Ulm"), "home": Address(city: "Rome")]
        ada.ratings = [Rating(stars: 3, source: "p"), Rating(stars: 5, source: "q")]
        cid.ratings = [Rating(stars: 1, source: "p")]
        try writer.save()
        let db = try SQLiteDatabase(folder.path("test.store"))
        try db.execute(
            #"UPDATE "Person" SET "ratings" = replace("ratings", '"stars":3,', '') WHERE "name" = 'a'"#
        )
        try db.execute(
            #"UPDATE "Person" SET "ratings" = replace("ratings", ',"stars":3', '') WHERE "name" = 'a'"#
        )
        context = ModelContext(container)
    }

    private static let town = "Rome"

    @Test(arguments: [
        Case("contains", #Predicate { $0.addresses.contains { $0.city == "Rome" } }, "ab"),
        Case("captured", #Predicate { $0.addresses.contains { $0.city == town } }, "ab"),
        Case(
            "of the row",
            #Predicate { row in row.addresses.contains { $0.city == row.name } },
            ""
        ),
        Case(
            "two fields",
            #Predicate { $0.addresses.contains { $0.city == "Rome" && $0.isHome } },
            "a"
        ),
        Case("allSatisfy", #Predicate { $0.addresses.allSatisfy { $0.city == "Rome" } }, "bc"),
        Case(
            "filter",
            #Predicate { $0.addresses.filter { $0.city.count == 4 }.count == 2 },
            "a"
        ),
        Case("first", #Predicate { $0.addresses.first?.city == "Rome" }, "ab"),
        Case("nested", #Predicate { $0.addresses.contains { $0.street?.number == 5 } }, "a"),
        Case(
            "nested text",
            #Predicate { $0.addresses.contains { $0.street?.name == "Via \"Appia\"" } },
            "a"
        ),
        Case("nested nil", #Predicate { $0.addresses.contains { $0.street == nil } }, "a"),
        Case(
            "missing field",
            #Predicate { $0.addresses.contains { $0.street?.number == nil } },
            "ab"
        ),
        Case(
            "optional elements",
            #Predicate { $0.optionalAddresses?.contains { $0?.city == "Ulm" } == true },
            "b"
        ),
        Case("value", #Predicate { $0.addressesByUse["work"]?.city == "Ulm" }, "a"),
        Case("values", #Predicate { $0.addressesByUse.values.contains { $0.city == "Rome" } }, "a"),
        Case("decoded default", #Predicate { $0.ratings.contains { $0.stars == 3 } }, "a"),
        Case("beside default", #Predicate { $0.ratings.allSatisfy { $0.stars < 4 } }, "bc"),
    ])
    func predicateMatches(_ line: Case) throws {
        let people = try context.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
        let found = try context.fetch(
            FetchDescriptor(predicate: line.predicate, sortBy: [SortDescriptor(\.name)])
        )
        #expect(found.map(\.name).joined() == line.names)
        #expect(try people.filter { try line.predicate.evaluate($0) } == found)
    }

    @Test func unsavedChangesMatch() throws {
        let people = try context.fetch(FetchDescriptor<Person>(sortBy: [SortDescriptor(\.name)]))
        people[0].addresses[0].city = "Bern"
        people[2].addresses = [Address(city: "Rome")]
        let found = try context.fetch(
            FetchDescriptor<Person>(
                predicate: #Predicate { $0.addresses.contains { $0.city == "Rome" } },
                sortBy: [SortDescriptor(\.name)]
            )
        )
        #expect(found.map(\.name) == ["b", "c"])
    }

    @Test func wholeElementIsReportedAsUnsupported() throws {
        let rome = Address(city: "Rome")
        let error = #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(
                FetchDescriptor<Person>(predicate: #Predicate { $0.addresses.contains(rome) })
            )
        }
        #expect(error?.explanation.contains("is stored as JSON") == true)
    }
}
