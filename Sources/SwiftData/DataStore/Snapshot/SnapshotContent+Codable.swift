// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SnapshotContent {
    private typealias Key = DataStoreSnapshotCodingKey

    private static var classKey: Key { .modeledProperty(TableLayout.className) }

    // MARK: Encoding

    /// Encodes the properties by name.
    func encode(to container: inout KeyedEncodingContainer<DataStoreSnapshotCodingKey>) throws {
        if entity.isHierarchy { try container.encode(modelClass.name, forKey: Self.classKey) }
        for property in properties {
            let key = Key.modeledProperty(property.schemaName)
            if property.isToMany {
                try container.encode(related[property.index] ?? [], forKey: key)
            } else if property.relationship != nil {
                try container.encode(related[property.index]?.first, forKey: key)
            } else if let value = try value(of: property) as? any Encodable {
                try container.encode(value, forKey: key)
            } else if case .blob(let data)? = columnValues(of: property).first {
                try container.encode(data, forKey: key)
            } else {
                try container.encodeNil(forKey: key)
            }
        }
    }

    // MARK: Decoding

    /// Decodes the properties of a model by name; properties without a key have their default
    /// values.
    ///
    /// The class is the value of its key or, without one, `className`.
    init(
        _ entity: EntityDescription,
        className: String,
        in schema: SnapshotSchema,
        from container: KeyedDecodingContainer<DataStoreSnapshotCodingKey>
    ) throws {
        self.init(entity, in: schema)
        if entity.isHierarchy {
            let name = try container.decodeIfPresent(String.self, forKey: Self.classKey)
            setClass(name ?? className)
        }
        for property in properties {
            let key = Key.modeledProperty(property.schemaName)
            if property.isToMany {
                related[property.index] =
                    try container.decodeIfPresent([PersistentIdentifier].self, forKey: key) ?? []
            } else if property.relationship != nil {
                related[property.index] =
                    try container.decodeIfPresent(PersistentIdentifier.self, forKey: key)
                    .map { [$0] } ?? []
            } else if !container.contains(key) {
                try setDefault(of: property)
            } else if let type = property.access.valueType as? any Decodable.Type {
                let value = try container.decode(type, forKey: key)
                set(try property.access.columnValues(ofAny: value) ?? [], of: property)
            } else {
                let data = try container.decodeIfPresent(Data.self, forKey: key)
                set([data.map { .blob($0) } ?? .null], of: property)
            }
        }
    }
}
