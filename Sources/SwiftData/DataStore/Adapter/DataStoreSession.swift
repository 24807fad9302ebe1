// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads a custom store, with the writes of an open transaction, if any.
///
/// A fetch is passed to the store with its descriptor. Every other query, and a fetch that the
/// store cannot filter or sort, or that depends on unsaved rows, is evaluated over rows in memory.
struct DataStoreSession<Store: DataStore>: StoreReading {
    let connection: DataStoreConnection<Store>
    /// An empty store that evaluates queries over unsaved rows.
    let evaluator: any ContextStore
    let client: StoreClient
    /// The writes of the open transaction.
    let changes: RowChanges

    private var layout: SchemaLayout { connection.layout }

    // MARK: Queries

    func fetch(
        _ query: FetchQuery,
        over pending: PendingRows?,
        _ body: (Int64, borrowing _RowDecoder) throws -> Void
    ) throws {
        guard let rows = try storedRows(query, over: pending) else {
            return try evaluate(query, over: pending) { try $0.fetch(query, over: $1, body) }
        }
        let entity = query.entity
        var columns = layout[entity].firstColumns
        if let properties = query.properties {
            let last = entity.isHierarchy ? columns.count - 1 : columns.count
            for index in 0..<last where !properties.contains(index) { columns[index] = -1 }
        }
        for row in rows {
            try body(
                row.key,
                _RowDecoder(
                    ValueRow(row.values),
                    columns: columns,
                    of: entity,
                    isLenient: query.isLenient
                )
            )
        }
    }

    func count(_ query: FetchQuery, over pending: PendingRows?) throws -> Int {
        func count(_ descriptor: some FetchDescribing) throws -> Int {
            try connection.request(descriptor.descriptor, for: client) { try $0.fetchCount($1) }
        }
        if let descriptor = try descriptor(of: query, over: pending) {
            if let count = try unlessInMemory({ try count(descriptor) }) {
                return query.limit.map { $0 < 0 ? count : min(count, $0) } ?? count
            }
        } else if let rows = try storedRows(query, over: pending) {
            return rows.count
        }
        return try evaluate(query, over: pending) { try $0.count(query, over: $1) }
    }

    func keys(_ query: FetchQuery, over pending: PendingRows?) throws -> [Int64] {
        func identifiers(_ descriptor: some FetchDescribing) throws -> [PersistentIdentifier] {
            try connection.request(descriptor.descriptor, for: client) {
                try $0.fetchIdentifiers($1)
            }
        }
        if let descriptor = try descriptor(of: query, over: pending) {
            if let found = try unlessInMemory({ try identifiers(descriptor) }) {
                let keys = found.compactMap {
                    connection.identity.key(of: $0, in: query.entity.name)
                }
                return limited(keys, by: query)
            }
        } else if let rows = try storedRows(query, over: pending) {
            return rows.map(\.key)
        }
        return try evaluate(query, over: pending) { try $0.keys(query, over: $1) }
    }

    func values(
        of expressions: [QueryExpression],
        for query: FetchQuery,
        over pending: PendingRows?,
        _ body: (Int64, [_ColumnValue]) throws -> Void
    ) throws {
        try evaluate(query, reading: expressions, over: pending) {
            try $0.values(of: expressions, for: query, over: $1, body)
        }
    }

    func aggregate(
        _ query: AggregateQuery,
        over pending: PendingRows?,
        _ body: ([_ColumnValue]) throws -> Void
    ) throws {
        let read = query.keys + query.terms.compactMap(\.argument)
        try evaluate(query.rows, reading: read, over: pending) {
            try $0.aggregate(query, over: $1, body)
        }
    }

    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription,
        over pending: PendingRows?
    ) throws -> [RelatedKeys] {
        guard let destination = property.destination else { return [] }
        var query = FetchQuery(destination)
        query.scope = .related(to: owners.first ?? 0, by: property, of: entity)
        let tables = QueryTables(query, layout: layout)
        if try !hasChanges(in: tables, pending: pending) {
            let rows = try connection.rows(owners, of: entity, for: client)
            let lists = rows.map { (owner: $0.key, targets: $0.related[property.index]) }
            if lists.allSatisfy({ $0.targets != nil }) {
                return lists.flatMap { list in
                    (list.targets ?? []).map { RelatedKeys(owner: list.owner, target: $0) }
                }
            }
        }
        return try evaluate(query, over: pending) {
            try $0.related(to: owners, by: property, of: entity, over: $1)
        }
    }

    // MARK: Store

    /// Returns the descriptor of a query that the store can answer by itself, or `nil`.
    private func descriptor(
        of query: FetchQuery,
        over pending: PendingRows?
    ) throws -> (any FetchDescribing)? {
        guard case .all = query.scope, query.classNames == nil, let descriptor = query.descriptor
        else { return nil }
        guard try hasChanges(in: QueryTables(query, layout: layout), pending: pending) else {
            return descriptor
        }
        guard let error = query.untranslated else { return nil }
        throw SwiftDataError(
            error.code,
            "\(error.explanation); only the store can evaluate it, which does not have the unsaved "
                + "changes of the context: save them, or exclude them from the fetch"
        )
    }

    /// Returns the result of a request; nil if it must be evaluated in memory.
    private func unlessInMemory<R>(_ request: () throws -> R) throws -> R? {
        do {
            return try request()
        } catch DataStoreError.preferInMemoryFilter, DataStoreError.preferInMemorySort {
            return nil
        }
    }

    /// Returns the rows of a query that needs no evaluation; nil for any other query.
    private func storedRows(
        _ query: FetchQuery,
        over pending: PendingRows?
    ) throws -> [StoredRow]? {
        if let descriptor = try descriptor(of: query, over: pending) {
            guard let rows = try unlessInMemory({ try rows(descriptor) }) else { return nil }
            return limited(rows, by: query)
        }
        guard query.filter == nil, query.order.isEmpty, query.limit == nil, query.offset == nil,
            query.classNames == nil,
            try !hasChanges(in: QueryTables(query, layout: layout), pending: pending)
        else { return nil }
        switch query.scope {
        case .all, .referring: return nil
        case .keys(let keys): return try rows(keys, of: query.entity)
        case .related(let owner, let property, let entity):
            guard let row = try connection.rows([owner], of: entity, for: client).first else {
                return []
            }
            let own = row.reference(property, in: layout[entity]).map { [$0] }
            let hasColumn = layout[entity].places[property.index] == .ownColumn
            guard let keys = hasColumn ? own ?? [] : row.related[property.index] else { return nil }
            return try rows(keys, of: query.entity)
        }
    }

    /// Returns the first elements, for a store that ignores the limit; a negative limit is none.
    private func limited<Element>(_ elements: [Element], by query: FetchQuery) -> [Element] {
        guard let limit = query.limit, limit >= 0 else { return elements }
        return Array(elements.prefix(limit))
    }

    private func rows(_ descriptor: some FetchDescribing) throws -> [StoredRow] {
        try connection.rows(descriptor.descriptor, for: client)
    }

    /// Returns the rows with the given keys, in the order of the keys.
    private func rows(_ keys: [Int64], of entity: EntityDescription) throws -> [StoredRow] {
        let found = try connection.rows(keys, of: entity, for: client)
        let rows = Dictionary(found.map { ($0.key, $0) }) { first, _ in first }
        var seen: Set<Int64> = []
        return keys.compactMap { seen.insert($0).inserted ? rows[$0] : nil }
    }

    // MARK: Evaluation

    /// Whether unsaved rows or writes of the transaction affect the tables of a query.
    private func hasChanges(in tables: QueryTables, pending: PendingRows?) throws -> Bool {
        for entity in tables.entities {
            if changes.rows[entity]?.isEmpty == false { return true }
            if pending?.hasDeletions(entity) == true { return true }
            if try pending?.table(entity)?.isEmpty == false { return true }
        }
        return tables.joinTables.contains { table in
            changes.pairs[table] != nil || pending?.pairs(table)?.isEmpty == false
        }
    }

    /// Evaluates a query over the rows of the tables that it reads.
    private func evaluate<R>(
        _ query: FetchQuery,
        reading expressions: [QueryExpression] = [],
        over pending: PendingRows?,
        _ body: (any StoreReading, PendingRows) throws -> R
    ) throws -> R {
        if let error = query.untranslated { throw error }
        // All tables as of one save.
        let evaluated = try connection.exclusively {
            try rows(
                QueryTables(query, reading: expressions, layout: layout),
                for: query,
                pending: pending
            )
        }
        return try evaluator.read(for: client) { try body($0, evaluated) }
    }

    /// Loads the rows of the tables that a query reads, with the unsaved changes.
    private func rows(
        _ tables: QueryTables,
        for query: FetchQuery,
        pending: PendingRows?
    ) throws -> PendingRows {
        var rows = EvaluatedRows(layout: layout)
        for entity in tables.entities {
            rows.add(try candidates(entity, for: query, tables: tables), of: layout.tables[entity])
        }
        for entity in tables.entities {
            let table = layout.tables[entity]
            let missing = rows.missingRows(of: changes, in: table)
            let base = try connection.rows(missing, of: table.entity, for: client)
            rows.apply(changes, in: table, base: base)
            if let unsaved = try pending?.table(entity) { rows.apply(unsaved, in: table) }
        }
        for table in tables.joinTables {
            rows.apply(changes.pairs[table], unsaved: pending?.pairs(table), to: table)
        }
        return rows.pendingRows
    }

    /// Returns the saved rows of a table on which the result of a query may depend.
    private func candidates(
        _ index: Int,
        for query: FetchQuery,
        tables: QueryTables
    ) throws -> [StoredRow] {
        let entity = layout.tables[index].entity
        guard index == query.entity.index, !tables.readsOtherRowsOfRoot else {
            return try connection.rows(of: entity, for: client)
        }
        switch query.scope {
        case .keys(let keys): return try connection.rows(keys, of: entity, for: client)
        case .all:
            // With unsaved rows of other tables, more rows may match than the store returns.
            if let descriptor = query.descriptor, query.classNames == nil, tables.isSimple,
                let rows = try unlessInMemory({ try filteredRows(descriptor) })
            {
                return rows
            }
            return try connection.rows(of: entity, for: client)
        case .related, .referring: return try connection.rows(of: entity, for: client)
        }
    }

    /// Returns all rows that match the predicate of a descriptor.
    private func filteredRows(_ described: some FetchDescribing) throws -> [StoredRow] {
        var descriptor = described.descriptor
        descriptor.sortBy = []
        (descriptor.fetchLimit, descriptor.fetchOffset) = (nil, nil)
        return try rows(descriptor)
    }

    // MARK: Other requests

    /// Throws, because custom stores have no full-text index.
    func search(_ query: SearchQuery) throws -> [SearchRow] {
        throw DataStoreError.unsupportedFeature
    }

    /// Returns no transactions; `ModelContext` reads the history of a custom store itself.
    func history(_ request: HistoryRequest) throws -> [HistoryRecord] { [] }

    func historyBounds() throws -> HistoryBounds { HistoryBounds(deletedThrough: 0, last: 0) }
}
