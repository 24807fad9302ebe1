// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// What libraries read of a schema from outside, because it is not public.
struct SchemaMirrorTests {
    @Model final class Anvil {
        @Attribute(.unique) var serial: String
        var weight: Int = 40
        var note: String?
        init(serial: String) { self.serial = serial }
    }

    private func child(_ label: String, of value: Any) -> Any? {
        Mirror(reflecting: value).children.first { $0.label == label }?.value
    }

    @Test func mirrorOfPropertyMetadataHasTheLabelsOfTheInitializer() {
        #expect(Anvil.schemaMetadata.count == 3)
        for property in Anvil.schemaMetadata {
            let labels = Mirror(reflecting: property).children.map(\.label)
            #expect(labels == ["name", "keypath", "defaultValue", "metadata"])
        }
    }

    @Test func mirrorOfPropertyMetadataHasTheValues() throws {
        let (serial, weight) = (Anvil.schemaMetadata[0], Anvil.schemaMetadata[1])
        #expect(child("name", of: serial) as? String == "serial")
        #expect(child("keypath", of: serial) as? AnyKeyPath == \Anvil.serial)
        #expect(child("metadata", of: serial) as? Schema.Attribute != nil)
        #expect(child("defaultValue", of: serial) as? String == nil)
        #expect(child("defaultValue", of: weight) as? Int == 40)
        #expect(child("metadata", of: weight) as? Schema.Attribute == nil)
    }

    @Test func keyPathOfPropertyMetadataReadsAModel() throws {
        let anvil = Anvil(serial: "a1")
        let values = Anvil.schemaMetadata.compactMap { child("keypath", of: $0) as? AnyKeyPath }
            .map { anvil[keyPath: $0] }
        #expect(values.count == 3)
        #expect(values[0] as? String == "a1")
        #expect(values[1] as? Int == 40)
    }

    @Test func mirrorOfAnEntityHasItsTypeAndMangledName() throws {
        let entity = try #require(Schema([Anvil.self]).entitiesByName["Anvil"])
        let type = Mirror(reflecting: entity).descendant("_objectType")
        #expect(type as? any PersistentModel.Type == Anvil.self)
        let name = try #require(Mirror(reflecting: entity).descendant("_mangledName") as? String)
        #expect(_typeByName(name) == Anvil.self)
        #expect(child("name", of: entity) as? String == "Anvil")
    }

    @Test func mirrorOfADescribedEntityHasNoType() {
        let entity = Schema.Entity("Anvil")
        let type = Mirror(reflecting: entity).descendant("_objectType")
        #expect(type as? any PersistentModel.Type == nil)
    }
}
