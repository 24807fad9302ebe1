// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The schema of an existing store, as the store records it.
struct StoredSchema {
    let shape: SchemaSnapshot
    let hash: String
    /// The key check, which the key of the store decrypts; `nil` for a store without a key.
    let keyCheck: String?
}

/// One version of a schema, restricted to the entities of one store.
struct StoreSchema {
    /// The versioned schema; nil for the schema of a container without a migration plan.
    let type: (any VersionedSchema.Type)?
    let version: Schema.Version
    let layout: SchemaLayout
    /// The indexes of the store's entities.
    let entities: Set<Int>
    let shape: SchemaSnapshot

    /// Creates the version that a container was opened with.
    init(_ layout: SchemaLayout, entities: Set<Int>, version: Schema.Version) {
        type = nil
        self.version = version
        self.layout = layout
        self.entities = entities
        shape = SchemaSnapshot(layout, entities: entities, version: version)
    }

    /// Creates a version of a migration plan, without the entities that are kept in other stores.
    init(_ type: any VersionedSchema.Type, without others: Set<String>) throws {
        let graph = try ResolvedSchema(Schema(versionedSchema: type))
        self.type = type
        version = type.versionIdentifier
        layout = SchemaLayout(graph)
        entities = Set(graph.entities.filter { !others.contains($0.name) }.map(\.index))
        shape = SchemaSnapshot(layout, entities: entities, version: version)
    }

    /// The model types of the store's entities.
    var models: [any PersistentModel.Type] {
        layout.tables.filter { entities.contains($0.entity.index) }
            .flatMap { $0.entity.classes.map(\.type) }
    }

    /// The snapshot of all entities, including those in other stores.
    var wholeShape: SchemaSnapshot {
        SchemaSnapshot(layout, entities: Set(layout.tables.indices), version: version)
    }

    func hasDefault(_ entity: String, property: String) -> Bool {
        let table = layout.tables.first { $0.name == entity }
        return table?.entity.defaultValue(ofColumn: property) != nil
    }

    /// The version number and the snapshot hash.
    var label: String { "\(version) (\(shape.hash))" }
}

extension StoreSchema {
    /// The name of an encrypted column of the store; nil if it has none.
    var firstEncryptedColumn: String? { shape.firstEncryptedColumn }
}
