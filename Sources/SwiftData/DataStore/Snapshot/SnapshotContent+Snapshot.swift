// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SnapshotContent {
    /// Reads the values of a snapshot of any type.
    ///
    /// The class is the value of its key or, without one, the name in the identifier.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` for a value of another type than its
    ///   property's, and for a missing value without a default.
    init(
        of snapshot: some DataStoreSnapshot,
        entity: EntityDescription,
        in schema: SnapshotSchema
    ) throws {
        if let content = (snapshot as? DefaultSnapshot)?.content, content.schema === schema,
            content.entity === entity
        {
            self = content
            return
        }
        self.init(entity, in: schema)
        let values = try SnapshotEncoder.values(of: snapshot)
        if entity.isHierarchy {
            setClass(
                values[TableLayout.className] as? String
                    ?? snapshot.persistentIdentifier.entityName
            )
        }
        for property in properties {
            guard let value = values[property.schemaName] else {
                // A synthesized conformance encodes nil by omitting the key.
                if property.relationship == nil, !property.isOptional {
                    try setDefault(of: property)
                }
                continue
            }
            if property.relationship != nil {
                related[property.index] = try identifiers(value, of: property)
            } else {
                set(try columns(value, of: property), of: property)
            }
        }
    }

    private func columns(
        _ value: Any,
        of property: PropertyDescription
    ) throws -> [_ColumnValue] {
        if let columns = try property.access.columnValues(ofAny: value) { return columns }
        // The encoded form of a type that is not Codable.
        if let data = value as? Data, property.access.isTransformable { return [.blob(data)] }
        throw mismatch(value, for: property, expected: "\(property.access.valueType)")
    }

    private func identifiers(
        _ value: Any,
        of property: PropertyDescription
    ) throws -> [PersistentIdentifier] {
        switch value {
        case let identifiers as [PersistentIdentifier]: identifiers
        case let identifier as PersistentIdentifier: [identifier]
        case let optional as any OptionalValue where optional.isNil: []
        default: throw mismatch(value, for: property, expected: "persistent identifiers")
        }
    }

    private func mismatch(
        _ value: Any,
        for property: PropertyDescription,
        expected: String
    ) -> SwiftDataError {
        .modelValidationFailure(
            "a snapshot of a \(modelClass.name) has a \(type(of: value)) for "
                + "'\(property.schemaName)'; expected \(expected)"
        )
    }

    /// Returns the content with replaced identifiers in relationships.
    func replacing(_ identifiers: [PersistentIdentifier: PersistentIdentifier]) -> SnapshotContent {
        guard !identifiers.isEmpty else { return self }
        var copy = self
        copy.related = related.mapValues { $0.map { identifiers[$0] ?? $0 } }
        return copy
    }
}

private protocol OptionalValue { var isNil: Bool { get } }

extension Optional: OptionalValue { fileprivate var isNil: Bool { self == nil } }
