// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftData

/// The matching of properties between versions, and lossless type changes.
struct SchemaMappingTests {
    private func attribute(_ name: String, was original: String? = nil, _ type: String = "text")
        -> SchemaSnapshot.Attribute
    {
        SchemaSnapshot.Attribute(
            name: name,
            originalName: original ?? name,
            type: type,
            isOptional: false,
            options: []
        )
    }

    private func shape(_ attributes: SchemaSnapshot.Attribute...) -> SchemaSnapshot {
        let entity = SchemaSnapshot.Entity(
            name: "Trip",
            attributes: attributes,
            relationships: [],
            unique: [],
            indexed: []
        )
        return SchemaSnapshot(entities: [entity], version: Schema.Version(1, 0, 0))
    }

    private func origins(_ old: SchemaSnapshot, _ new: SchemaSnapshot) -> [String: String] {
        SchemaMapping(from: old, to: new).entities[0].attributes.mapValues(\.name)
    }

    @Test func originalNameMatchesOldProperty() {
        #expect(origins(shape(attribute("a")), shape(attribute("b", was: "a"))) == ["b": "a"])
    }

    @Test func originalNameMatchesAcrossVersions() {
        let second = shape(attribute("b", was: "a"))
        #expect(origins(second, shape(attribute("c", was: "a"))) == ["c": "b"])
        #expect(origins(second, shape(attribute("b", was: "a"))) == ["b": "b"])
    }

    @Test func nameMatchesWhenOriginalNameIsRemoved() {
        #expect(origins(shape(attribute("b", was: "a")), shape(attribute("b"))) == ["b": "b"])
    }

    @Test func newPropertyCanReuseOldName() {
        let first = shape(attribute("a"))
        let second = shape(attribute("a"), attribute("b", was: "a"))
        #expect(origins(first, second) == ["b": "a"])
        #expect(origins(second, second) == ["a": "a", "b": "b"])
    }

    @Test func twoPropertiesCanSwapNames() {
        let old = shape(attribute("a"), attribute("b"))
        let new = shape(attribute("a", was: "b"), attribute("b", was: "a"))
        #expect(origins(old, new) == ["a": "b", "b": "a"])
    }

    @Test func originalNamesDoNotAffectHash() {
        #expect(shape(attribute("b", was: "a")).hash == shape(attribute("b")).hash)
        #expect(shape(attribute("b")).hash != shape(attribute("b", "date")).hash)
    }

    @Test(
        arguments: [
            ("Int8", "Int16"), ("Int", "Int64"), ("Int64", "Int"), ("UInt32", "Int64"),
            ("UInt8", "UInt64"), ("bool", "Int"), ("Int16", "float"), ("Int32", "double"),
            ("float", "double"), ("uuid", "text"), ("url", "text"), ("integer", "Int"),
            ("json", "json"),
        ]
    )
    func losslessTypeChangesAreAllowed(old: String, new: String) {
        #expect(ColumnConversion(from: attribute("a", old), to: attribute("a", new)) != nil)
    }

    @Test(
        arguments: [
            ("Int16", "Int8"), ("Int", "UInt"), ("UInt64", "Int64"), ("Int", "double"),
            ("Int32", "float"), ("double", "float"), ("double", "Int"), ("text", "uuid"),
            ("Int", "text"), ("date", "double"), ("Int", "integer"), ("Int", "bool"),
            ("data", "text"),
        ]
    )
    func lossyTypeChangesAreRejected(old: String, new: String) {
        #expect(ColumnConversion(from: attribute("a", old), to: attribute("a", new)) == nil)
    }
}

extension SchemaMappingTests {
    private func attribute(_ name: String, _ type: String) -> SchemaSnapshot.Attribute {
        attribute(name, was: nil, type)
    }
}
