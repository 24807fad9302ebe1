// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A version of a schema as far as one store is concerned.
struct StoreSchema {
    /// Nil for the schema of a container that no migration plan has.
    let type: (any VersionedSchema.Type)?
    let version: Schema.Version
    let layout: StoreLayout
    /// The entities of the store, by index.
    let entities: Set<Int>
    let shape: SchemaSnapshot

    /// What a container was opened with.
    init(_ layout: StoreLayout, entities: Set<Int>, version: Schema.Version) {
        type = nil
        self.version = version
        self.layout = layout
        self.entities = entities
        shape = SchemaSnapshot(layout, entities: entities, version: version)
    }

    /// A version of a plan, without the entities that the container keeps in other stores.
    init(_ type: any VersionedSchema.Type, without others: Set<String>) throws {
        let graph = try ResolvedSchema(Schema(versionedSchema: type))
        self.type = type
        version = type.versionIdentifier
        layout = StoreLayout(graph)
        entities = Set(graph.entities.filter { !others.contains($0.name) }.map(\.index))
        shape = SchemaSnapshot(layout, entities: entities, version: version)
    }

    /// The models of the store's entities.
    var models: [any PersistentModel.Type] {
        layout.tables.filter { entities.contains($0.entity.index) }.map(\.entity.type)
    }

    /// The shape of all entities, those in other stores included.
    var wholeShape: SchemaSnapshot {
        SchemaSnapshot(layout, entities: Set(layout.tables.indices), version: version)
    }

    func hasDefault(_ entity: String, _ property: String) -> Bool {
        let table = layout.tables.first { $0.name == entity }
        return table?.entity.property(named: property)?.access.makeDefaultColumnValue != nil
    }

    /// The version and what identifies it.
    var label: String { "\(version) (\(shape.hash))" }
}
