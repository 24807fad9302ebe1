// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The models of a context by row: one weakly referenced object for each row.
struct IdentityMap {
    private struct Reference {
        weak var model: (any PersistentModel)?
    }

    private struct Table {
        var references: [Int64: Reference] = [:]
        /// The number of references above which references to freed models are removed.
        var sweepCount = 1_024
    }

    private var tables: [Table]

    init(entityCount: Int) { tables = Array(repeating: Table(), count: entityCount) }

    /// Returns the model of a row.
    ///
    /// - Complexity: O(1).
    func model(_ entity: Int, _ key: Int64) -> (any PersistentModel)? {
        tables[entity].references[key]?.model
    }

    /// Adds the model of a row.
    ///
    /// - Complexity: O(1), amortized.
    mutating func insert(_ model: any PersistentModel, _ entity: Int, _ key: Int64) {
        tables[entity].references[key] = Reference(model: model)
        guard tables[entity].references.count > tables[entity].sweepCount else { return }
        tables[entity].references = tables[entity].references.filter { $0.value.model != nil }
        tables[entity].sweepCount = max(1_024, 2 * tables[entity].references.count)
    }

    mutating func remove(_ entity: Int, _ key: Int64) {
        tables[entity].references[key] = nil
    }

    mutating func removeAll() { self = IdentityMap(entityCount: tables.count) }

    /// Returns the models of an entity that are still referenced.
    func models(of entity: Int) -> [any PersistentModel] {
        tables[entity].references.values.compactMap(\.model)
    }

    /// All models that are still referenced.
    var models: [any PersistentModel] { tables.indices.flatMap { models(of: $0) } }
}
