// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Attributes of `Codable` structs, which have a column for each field.
@Suite struct CompositeAttributeTests {
    enum Zone: String, Codable {
        case inner
        case outer
    }

    struct Position: Codable, Equatable {
        var latitude: Double
        var longitude: Double
    }

    struct Address: Codable, Equatable {
        var street: String
        var city: String
        var number: Int?
        var zone = Zone.inner
        var position: Position?
        var tags: [String] = []
        var moved: Date?
    }

    struct Note: Codable, Equatable {
        var text: String?
        var author: String?
    }

    @Model final class Customer {
        var name: String
        var home: Address
        var work: Address?
        @Attribute(.preserveValueOnDeletion) var note: Note?
        var birthplace: Position?
        init(_ name: String, home: Address, work: Address? = nil, note: Note? = nil) {
            self.name = name
            self.home = home
            self.work = work
            self.note = note
        }
    }

    private let container: ModelContainer
    private let context: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Customer.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
    }

    private static let rome = Address(
        street: "Via Appia",
        city: "Rome",
        number: 7,
        zone: .outer,
        position: Position(latitude: 41.9, longitude: 12.5),
        tags: ["old"],
        moved: Date(timeIntervalSinceReferenceDate: 5)
    )
    private static let oslo = Address(street: "Karl Johan", city: "Oslo")

    /// Saves three customers and returns a context that has not loaded them.
    private func saveCustomers() throws -> ModelContext {
        context.insert(Customer("Ann", home: Self.rome, work: Self.oslo))
        context.insert(Customer("Bob", home: Self.oslo, note: Note()))
        context.insert(
            Customer("Cid", home: Address(street: "Rue", city: "Paris", number: 3), work: Self.rome)
        )
        try context.save()
        return ModelContext(container)
    }

    private func names(
        _ context: ModelContext,
        where predicate: Predicate<Customer>
    ) throws -> [String] {
        let found = try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name).sorted()
        let all = try context.fetch(FetchDescriptor<Customer>())
        #expect(try all.filter(predicate.evaluate).map(\.name).sorted() == found)
        return found
    }

    // MARK: Values

    @Test func valuesAreReadAsTheyWereSaved() throws {
        let found = try saveCustomers().fetch(
            FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(found.map(\.home.city) == ["Rome", "Oslo", "Paris"])
        #expect(found.map(\.work) == [Self.oslo, nil, Self.rome])
        #expect(found.first?.home == Self.rome)
        #expect(found[1].home == Self.oslo)
    }

    @Test func structOfNilsDiffersFromNil() throws {
        let found = try saveCustomers().fetch(
            FetchDescriptor<Customer>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(found.map(\.note) == [nil, Note(), nil])
    }

    @Test func fieldsHaveColumns() throws {
        let schema = try ResolvedSchema(Schema([Customer.self]))
        let table = SchemaLayout(schema)[try schema.entity(for: Customer.self)]
        let columns = table.columns.map {
            "\($0.name) \($0.type.kind)\($0.type.isOptional ? "?" : "")"
        }
        #expect(
            columns == [
                "name text", "home.street text", "home.city text", "home.number integer?",
                "home.zone text", "home.position bool?", "home.position.latitude double?",
                "home.position.longitude double?", "home.tags json", "home.moved date?",
                "work bool?", "work.street text?", "work.city text?", "work.number integer?",
                "work.zone text?", "work.position bool?", "work.position.latitude double?",
                "work.position.longitude double?", "work.tags json?", "work.moved date?",
                "note bool?", "note.text text?", "note.author text?", "birthplace bool?",
                "birthplace.latitude double?", "birthplace.longitude double?",
            ]
        )
    }

    @Test func schemaDescribesTheFields() throws {
        let entity = try #require(container.schema.entitiesByName["Customer"])
        let home = try #require(entity.attributesByName["home"] as? Schema.CompositeAttribute)
        #expect(
            home.properties.map(\.name)
                == ["street", "city", "number", "zone", "position", "tags", "moved"]
        )
        let position = try #require(home.properties[4] as? Schema.CompositeAttribute)
        #expect(position.properties.map(\.name) == ["latitude", "longitude"])
        #expect(!(entity.attributesByName["name"] is Schema.CompositeAttribute))
    }

    @Test func changedFieldIsSaved() throws {
        let other = try saveCustomers()
        let ann = try #require(
            try other.fetch(FetchDescriptor<Customer>(predicate: #Predicate { $0.name == "Ann" }))
                .first
        )
        ann.home.city = "Bari"
        ann.work = nil
        #expect(try names(other, where: #Predicate { $0.home.city == "Bari" }) == ["Ann"])
        try other.save()
        let third = ModelContext(container)
        #expect(try names(third, where: #Predicate { $0.home.city == "Bari" }) == ["Ann"])
        #expect(try names(third, where: #Predicate { $0.work == nil }) == ["Ann", "Bob"])
    }

    @Test func tombstoneKeepsThePreservedValue() throws {
        let other = try saveCustomers()
        let note = Note(text: "left", author: nil)
        let customer = Customer("Dan", home: Self.oslo, note: note)
        other.insert(customer)
        try other.save()
        other.delete(customer)
        try other.save()
        let transactions = try other.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        let change = try #require(transactions.last?.changes.last)
        guard case .delete(let deletion as DefaultHistoryDelete<Customer>) = change else {
            Issue.record("the last change is not a deletion")
            return
        }
        #expect(deletion.tombstone[\.note] as? Note == note)
    }

    // MARK: Queries

    @Test func predicatesUseFields() throws {
        let context = try saveCustomers()
        let outer = Zone.outer
        let limit = Date(timeIntervalSinceReferenceDate: 6)
        #expect(try names(context, where: #Predicate { $0.home.city.starts(with: "P") }) == ["Cid"])
        #expect(try names(context, where: #Predicate { $0.home.zone == outer }) == ["Ann"])
        #expect(try names(context, where: #Predicate { $0.home.number == nil }) == ["Bob"])
        #expect(try names(context, where: #Predicate { ($0.home.number ?? 0) > 3 }) == ["Ann"])
        #expect(
            try names(context, where: #Predicate { ($0.home.position?.latitude ?? 0) > 40 })
                == ["Ann"]
        )
        #expect(
            try names(context, where: #Predicate { $0.home.position == nil }) == ["Bob", "Cid"]
        )
        #expect(
            try names(context, where: #Predicate { $0.home.moved.flatMap { $0 < limit } ?? false })
                == ["Ann"]
        )
    }

    @Test func predicatesUseFieldsOfOptionalStructs() throws {
        let context = try saveCustomers()
        #expect(try names(context, where: #Predicate { $0.work == nil }) == ["Bob"])
        #expect(try names(context, where: #Predicate { $0.work?.city == "Rome" }) == ["Cid"])
        #expect(try names(context, where: #Predicate { $0.work?.number == nil }) == ["Ann", "Bob"])
        #expect(
            try names(context, where: #Predicate { ($0.work?.position?.longitude ?? 0) > 12 })
                == ["Cid"]
        )
        #expect(try names(context, where: #Predicate { $0.note != nil }) == ["Bob"])
        #expect(try names(context, where: #Predicate { $0.note?.text == nil }).count == 3)
    }

    @Test func predicatesCompareWholeStructs() throws {
        let context = try saveCustomers()
        let position = Position(latitude: 41.9, longitude: 12.5)
        #expect(try names(context, where: #Predicate { $0.home.position == position }) == ["Ann"])
        #expect(
            try names(context, where: #Predicate { $0.home.position != position })
                == ["Bob", "Cid"]
        )
        #expect(try names(context, where: #Predicate { $0.work?.position == position }) == ["Cid"])
        #expect(try names(context, where: #Predicate { $0.work?.position == nil }).count == 2)
        let places: [Position?] = [Position(latitude: 1, longitude: 2), position]
        #expect(
            try names(context, where: #Predicate { places.contains($0.home.position) }) == ["Ann"]
        )
        let noneOrPlace = [nil, position]
        #expect(
            try names(context, where: #Predicate { noneOrPlace.contains($0.home.position) }).count
                == 3
        )
        #expect(
            try names(context, where: #Predicate { !places.contains($0.home.position) })
                == ["Bob", "Cid"]
        )
        let empty = Note()
        #expect(try names(context, where: #Predicate { $0.note == empty }) == ["Bob"])
        #expect(
            try names(context, where: #Predicate { $0.home.position == $0.work?.position })
                == ["Bob"]
        )
    }

    @Test func fieldsOfOneTypeInDifferentStructsAreCompared() throws {
        let context = try saveCustomers()
        let others = FetchDescriptor<Customer>(predicate: #Predicate { $0.name != "Bob" })
        for customer in try context.fetch(others) {
            customer.birthplace = Position(latitude: 41.9, longitude: 12.5)
        }
        try context.save()
        #expect(
            try names(context, where: #Predicate { $0.home.position == $0.birthplace })
                == ["Ann", "Bob"]
        )
    }

    @Test func structWithJSONFieldIsNotCompared() throws {
        let context = try saveCustomers()
        let rome = Self.rome
        let error = #expect(throws: SwiftDataError.self) {
            try context.fetch(FetchDescriptor<Customer>(predicate: #Predicate { $0.home == rome }))
        }
        #expect(error?.explanation.contains("Customer.home.tags is stored as JSON") == true)
    }

    @Test func fieldsOfUnsavedModelsAreQueried() throws {
        let context = try saveCustomers()
        context.insert(Customer("Eve", home: Self.rome))
        #expect(try names(context, where: #Predicate { $0.home.city == "Rome" }) == ["Ann", "Eve"])
    }

    @Test func modelsAreSortedByFields() throws {
        let context = try saveCustomers()
        func sorted(_ sort: SortDescriptor<Customer>) throws -> [String] {
            try context.fetch(FetchDescriptor<Customer>(sortBy: [sort])).map(\.name)
        }
        #expect(try sorted(SortDescriptor(\.home.city)) == ["Bob", "Cid", "Ann"])
        #expect(
            try sorted(SortDescriptor(\.home.number, order: .reverse)) == ["Ann", "Cid", "Bob"]
        )
        #expect(try sorted(SortDescriptor(\.home.position?.latitude)).last == "Ann")
        #expect(try sorted(SortDescriptor(\.work?.city)) == ["Bob", "Ann", "Cid"])
    }

    @Test func jsonFieldIsNotCompared() throws {
        let context = try saveCustomers()
        let tags = ["old"]
        let error = #expect(throws: SwiftDataError.self) {
            try context.fetch(
                FetchDescriptor<Customer>(predicate: #Predicate { $0.home.tags == tags })
            )
        }
        #expect(error?.explanation.contains("Customer.home.tags is stored as JSON") == true)
    }
}
