// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tables that a query reads.
struct QueryTables {
    /// The indexes of the entities.
    private(set) var entities: Set<Int>
    private(set) var joinTables: Set<Int> = []
    /// Whether the result depends on rows of the fetched entity other than the fetched ones.
    private(set) var readsOtherRowsOfRoot: Bool
    /// Whether the query reads only the rows that it fetches.
    let isSimple: Bool

    init(
        _ query: FetchQuery,
        reading expressions: [QueryExpression] = [],
        layout: SchemaLayout
    ) {
        let read = expressions + query.order.map(\.expression) + (query.filter.map { [$0] } ?? [])
        let dependencies = QueryDependencies(read, layout: layout)
        var others = dependencies.relatedEntities
        for path in dependencies.paths { others.insert(path.entity.index) }
        joinTables = dependencies.joinTables
        if case .related(_, let property, let entity) = query.scope {
            others.insert(entity.index)
            if case .joinTable(let index, _)? = layout[entity].places[property.index] {
                joinTables.insert(index)
            }
        }
        readsOtherRowsOfRoot = others.contains(query.entity.index)
        isSimple = others.isEmpty && joinTables.isEmpty
        entities = others.union([query.entity.index])
        // The pairs of a join table are part of the rows on its left side.
        for table in joinTables {
            let left = layout.joinTables[table].left.entity
            if left == query.entity.index { readsOtherRowsOfRoot = true }
            entities.insert(left)
        }
    }
}
