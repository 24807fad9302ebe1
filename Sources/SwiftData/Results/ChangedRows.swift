// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The rows that changed since the last update of a fetch and can affect its results.
struct ChangedRows {
    /// The number of rows above which they are not listed.
    private static let limit = 16_384

    /// The rows of the fetched entity.
    private(set) var keys: Set<Int64> = []
    /// The rows to which fetched rows refer, by entity index.
    private(set) var referenced: [Int: Set<Int64>] = [:]
    /// Whether other rows may be affected.
    private(set) var needsFetch = false
    /// Whether any row may have changed.
    private(set) var includesEverything = false
    private let entity: Int
    private let includesPendingChanges: Bool
    private let pathEntities: Set<Int>
    private let relatedEntities: Set<Int>
    private let joinTables: Set<Int>

    init(of query: ResultsQuery) {
        entity = query.entity.index
        includesPendingChanges = query.includesPendingChanges
        pathEntities = Set(query.dependencies.paths.map(\.entity.index))
        relatedEntities = query.dependencies.relatedEntities
        joinTables = query.dependencies.joinTables
    }

    /// Whether the fetch is up to date.
    var isEmpty: Bool { keys.isEmpty && referenced.isEmpty && !needsFetch }

    mutating func insert(_ change: ContextChange) {
        switch change {
        case .edit where !includesPendingChanges: break
        case .edit(let entity, let key, let isDeletion):
            insert(CollectionOfOne(key), of: entity, isDeletion: isDeletion)
        case .commit(let changes):
            for (entity, rows) in changes.rows {
                insert(rows.inserted, of: entity)
                insert(rows.updated, of: entity)
                insert(rows.deleted, of: entity, isDeletion: true)
            }
            for (table, pairs) in changes.links
            where joinTables.contains(table) && !pairs.isEmpty {
                needsFetch = true
            }
        case .everything: insertEverything()
        }
        if keys.count > Self.limit || referenced.values.contains(where: { $0.count > Self.limit }) {
            insertEverything()
        }
    }

    private mutating func insertEverything() {
        needsFetch = true
        includesEverything = true
        (keys, referenced) = ([], [:])
    }

    private mutating func insert(
        _ keys: some Collection<Int64>,
        of entity: Int,
        isDeletion: Bool = false
    ) {
        guard !keys.isEmpty, !includesEverything else { return }
        if entity == self.entity { self.keys.formUnion(keys) }
        if relatedEntities.contains(entity) { needsFetch = true }
        guard pathEntities.contains(entity) else { return }
        // The store may clear references to a deleted row, and then nothing leads to it.
        if isDeletion { needsFetch = true } else { referenced[entity, default: []].formUnion(keys) }
    }
}
