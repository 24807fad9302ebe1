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
}
