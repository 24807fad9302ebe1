// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads all values of models into snapshots.
struct ModelReader {
    private let graph: ObjectGraph
    private let schema: SnapshotSchema

    init(_ graph: ObjectGraph) {
        self.graph = graph
        schema = graph.stores.coordinator.snapshotSchema
    }

    /// Returns the values of stored models, and loads their relationships in batches.
    ///
    /// - Throws: As ``content(of:)``.
    func contents<M: PersistentModel>(of models: [M]) throws -> [SnapshotContent] {
        if let entity = try? schema.schema.entity(for: M.self) {
            for index in entity.relationshipIndexes {
                try graph.relationshipLoader.prefetch(
                    entity.properties[index],
                    of: models,
                    in: entity
                )
            }
        }
        return try models.map(content)
    }

    /// Returns the values of a model, and loads all of them.
    ///
    /// - Throws: The errors of encoding a value; `StoreError` if a relationship cannot be read.
    func content(of model: any PersistentModel) throws -> SnapshotContent {
        let entity = try schema.schema.entity(for: type(of: model))
        graph.objects.loadIfFault(model)
        for property in entity.properties(of: model) where property.relationship == nil {
            if !property.access.isLoaded(model) {
                graph.objects.loadAttribute(at: property.index, of: model)
            }
        }
        var content = SnapshotContent(entity, in: schema)
        var encoder = schema.layout[entity].makeEncoder()
        encoder.reset(for: model)
        try model._$encode(&encoder)
        content.values = encoder.values
        for property in entity.relationships(of: model) {
            for column in content.table.positions(of: property.index) {
                content.values[column] = .null
            }
            let related =
                try property.relation?.targets(model)
                ?? graph.relationshipLoader.fetchRelated(to: model, at: property.index)
            content.related[property.index] = related.map(\.persistentModelID)
        }
        return content
    }
}
