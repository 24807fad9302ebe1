// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Models with types of their own.
private enum Parcels {
    enum Kind: String, Codable { case letter, box }

    struct Label: Codable { var text = "" }

    struct Size: Codable {
        var width = 0.0
        var label = Label()
    }

    @Model final class Receiver {
        var name = ""
        init() {}
    }

    @Model final class Parcel {
        var receiver: Receiver?
        var size = Size()
        var kind: Kind?
        var stamps: [Int] = []
        var helpers: [Receiver]?
        var weight: Double?
        init() {}
    }
}

struct ShopHours: Codable, Equatable { var from = 9 }

@Model final class Shop {
    var name = "shop"
    var hours: ShopHours?
    var codes: [Int] = []
    @Relationship(inverse: \Shop.main) var branches: [Shop] = []
    var main: Shop?
    init() {}
}

/// Entities created from descriptions.
@Suite struct SchemaEntityTests {
    private func attribute(
        _ name: String,
        _ type: any Any.Type = Int.self
    ) -> Schema.Attribute {
        Schema.Attribute(name: name, originalName: name, valueType: type)
    }

    @Test func attributesCanBeSet() throws {
        let entity = Schema.Entity("Thing", properties: attribute("b"), attribute("a"))
        entity.attributes.insert(attribute("c"))
        #expect(entity.storedProperties.map(\.name) == ["b", "a", "c"])
        entity.attributesByName["a"] = nil
        #expect(entity.storedProperties.map(\.name) == ["b", "c"])
        entity.storedPropertiesByName["b"] = nil
        #expect(entity.attributes.map(\.name) == ["c"])
        #expect(entity.relationships.isEmpty)
    }

    @Test func relationshipsCanBeSet() throws {
        let schema = Schema([Todo.self])
        let todo = try #require(schema.entitiesByName["Todo"])
        #expect(todo.relationshipsByName["project"]?.destination == "Project")
        todo.relationshipsByName["project"] = nil
        #expect(todo.relationships.map(\.name) == ["markers"])
        #expect(todo.attributesByName["title"] != nil)
    }

    @Test func containerRejectsSchemaThatDoesNotMatchItsModels() throws {
        let schema = Schema([Todo.self])
        schema.entitiesByName["Todo"]?.attributesByName["due"] = nil
        let error = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(
                for: schema,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        }
        #expect(error?.explanation.contains("Todo") == true)
    }

    @Test func savedSchemaIsReadWithItsHierarchy() throws {
        let folder = try TemporaryFolder()
        let schema = Schema([Trips.Trip.self, Trips.BusinessTrip.self, Trips.Conference.self])
        let file = folder.url.appending(path: "schema.json")
        try schema.save(to: file)
        let read = try Schema.load(from: file)
        #expect(read == schema)
        let conference = try #require(read.entitiesByName["Conference"])
        #expect(conference.superentity?.superentity?.name == "Trip")
        #expect(
            conference.inheritedProperties.map(\.name).sorted()
                == schema.entitiesByName["Conference"]?.inheritedProperties.map(\.name).sorted()
        )
        #expect(!conference.inheritedProperties.isEmpty)
        #expect(read.entitiesByName["BusinessTrip"]?.subentities == [conference])
    }

    @Test func savedSchemaKeepsWhatDescribesItsProperties() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "schema.json")
        let schema = Schema([Parcels.Parcel.self])
        try schema.save(to: file)
        let read = try Schema.load(from: file)
        #expect(read == schema)
        let (before, after) = (
            try #require(schema.entitiesByName["Parcel"]),
            try #require(read.entitiesByName["Parcel"])
        )
        #expect(after.storedProperties.map(\.name) == before.storedProperties.map(\.name))
        #expect(after.storedProperties.map(\.name).first == "receiver")
        #expect(
            after.storedProperties.map(\.isOptional) == before.storedProperties.map(\.isOptional)
        )
        let size = try #require(after.attributesByName["size"] as? Schema.CompositeAttribute)
        #expect(size.properties.map(\.name) == ["width", "label"])
        let label = try #require(size.properties.last as? Schema.CompositeAttribute)
        #expect(label.properties.map(\.name) == ["text"])
        // The second form contains all that the first does.
        let form = try Data(contentsOf: file)
        try read.save(to: file)
        #expect(try Data(contentsOf: file) == form)
    }

    @Test func encodedSchemaHasTheMangledNamesOfItsTypes() throws {
        let schema = Schema([Todo.self])
        let form = try JSONSerialization.jsonObject(with: JSONEncoder().encode(schema))
        let entities = try #require((form as? [String: Any])?["entities"] as? [[String: Any]])
        let todo = try #require(entities.first { $0["name"] as? String == "Todo" })
        let name = try #require(todo["mangledName"] as? String)
        #expect(_typeByName(name) == Todo.self)
        let attributes = try #require(todo["attributes"] as? [[String: Any]])
        let title = try #require(attributes.first { $0["name"] as? String == "title" })
        #expect(title["valueType"] as? String == "SS")
    }

    @Test func savedSchemaHasTheTypesOfItsAttributes() throws {
        let data = try JSONEncoder().encode(Schema([Shop.self]))
        let shop = try #require(
            try JSONDecoder().decode(Schema.self, from: data).entitiesByName["Shop"]
        )
        #expect(shop.attributesByName["hours"]?.valueType == ShopHours?.self)
        #expect(shop.attributesByName["name"]?.defaultValue as? String == "shop")
        #expect(shop.attributesByName["codes"]?.valueType == [Int].self)
    }

    @Test func containerAcceptsASchemaThatWasSaved() throws {
        let data = try JSONEncoder().encode(Schema([Shop.self]))
        let schema = try JSONDecoder().decode(Schema.self, from: data)
        let container = try ModelContainer(
            for: schema,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let context = ModelContext(container)
        let shop = Shop()
        shop.hours = ShopHours(from: 8)
        shop.branches = [Shop()]
        context.insert(shop)
        try context.save()
        let shops = try ModelContext(container).fetch(FetchDescriptor<Shop>())
        #expect(shops.map(\.hours) == [ShopHours(from: 8), nil])
        #expect(shops.last?.main === shops.first)
    }

    @Test func schemasWithOtherTypesDiffer() throws {
        let first = Schema(Schema.Entity("A", properties: attribute("a", Parcels.Kind.self)))
        let second = Schema(Schema.Entity("A", properties: attribute("a", Parcels.Size.self)))
        let data = try JSONEncoder().encode(first)
        let read = try JSONDecoder().decode(Schema.self, from: data)
        #expect(read == first)
        #expect(read != second)
    }

    @Test func optionalityOfAnAttributeCanBeSet() throws {
        let (plain, optional) = (attribute("a"), attribute("a"))
        optional.isOptional = true
        #expect(!plain.isOptional && optional.isOptional)
        #expect(plain != optional)
        let data = try JSONEncoder().encode(optional)
        let read = try JSONDecoder().decode(Schema.Attribute.self, from: data)
        #expect(read.isOptional)
        #expect(read == optional)
    }

    @Test func entityThatInheritsFromItselfIsRejected() throws {
        let (first, second) = (Schema.Entity("A"), Schema.Entity("B"))
        (first.superentityName, second.superentityName) = ("B", "A")
        let data = try JSONEncoder().encode(Schema(first, second))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Schema.self, from: data) }
    }
}
