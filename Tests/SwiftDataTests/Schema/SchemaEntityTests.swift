// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Entities created from descriptions.
@Suite struct SchemaEntityTests {
    private func attribute(_ name: String) -> Schema.Attribute {
        Schema.Attribute(name: name, originalName: name, valueType: Int.self)
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

    @Test func entityThatInheritsFromItselfIsRejected() throws {
        let (first, second) = (Schema.Entity("A"), Schema.Entity("B"))
        (first.superentityName, second.superentityName) = ("B", "A")
        let data = try JSONEncoder().encode(Schema(first, second))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Schema.self, from: data) }
    }
}
