// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A database connection of a store.
struct SQLiteConnection {
    /// The use of full-text indexes, which may lack rows.
    enum Indexes {
        /// A search uses them as they are.
        case accepted
        /// A search throws `IncompleteIndexError` if rows are missing.
        case checked
        /// A search fails.
        case notUsed
        /// A search adds the missing rows in the open transaction.
        case completed(by: SQLiteTransaction)
    }

    let db: SQLiteDatabase
    let resources: ConnectionResources
    private let indexes: Indexes
    var layout: SchemaLayout { resources.layout }

    init(
        _ db: SQLiteDatabase,
        resources: ConnectionResources,
        indexes: Indexes = .checked
    ) {
        self.db = db
        self.resources = resources
        self.indexes = indexes
    }

    /// Returns a full-text query for the index of a table.
    ///
    /// - Throws: `IncompleteIndexError` if the index lacks rows.
    func indexedQuery(_ query: FullTextQuery, in table: TableLayout) throws -> FullTextQuery {
        switch indexes {
        case .accepted: break
        case .checked:
            guard try UnindexedRows.bound(of: table.name, in: db) == nil else {
                throw IncompleteIndexError()
            }
        case .notUsed:
            throw StoreError(.failed, "this snapshot of \(resources.path) cannot be searched")
        case .completed(let transaction): try transaction.completeIndex(of: table.entity.index)
        }
        return try WordForms(db).expanded(query, in: table.fullTextName)
    }
}

extension SQLiteConnection: StoreReading {
    private func renderer(over pending: PendingRows?) -> QueryRenderer {
        QueryRenderer(
            layout: layout,
            tables: resources.tables,
            pending: pending,
            indexedQuery: indexedQuery
        )
    }

    /// Returns the statement for a result of a query, with its values.
    private func statement(
        for result: RenderedQuery.Result,
        of query: FetchQuery,
        over pending: PendingRows?
    ) throws -> RenderedQuery {
        try resources.statements.statement(
            for: result,
            of: query,
            over: pending,
            from: renderer(over: pending)
        )
    }

    func fetch(
        _ query: FetchQuery,
        over pending: PendingRows?,
        _ body: (Int64, borrowing _RowDecoder) throws -> Void
    ) throws {
        let rendered = try statement(for: .rows, of: query, over: pending)
        let saved = try db.statement(rendered.form.text.sql)
        // Unsaved values in the rows of a statement are not encrypted.
        let isSaved = rendered.rows == nil || rendered.form.unsavedSQL != nil
        let row = decoder(of: saved, rendered: rendered, for: query, isSaved: isSaved)
        try withExtendedLifetime(rendered) {
            guard let sql = rendered.form.unsavedSQL else {
                return try saved.forEachRow(binding: { try $0.bind(rendered, for: query) }) {
                    saved in
                    try body(saved.integer(0), row)
                }
            }
            let unsaved = try db.statement(sql)
            let unsavedRow = decoder(of: unsaved, rendered: rendered, for: query, isSaved: false)
            try SQLiteStatement.merge(
                saved,
                unsaved,
                limit: query.limit.map { max($0, 0) } ?? .max,
                binding: { try $0.bind(rendered, for: query) }
            ) { statement in
                try body(statement.integer(0), statement === saved ? row : unsavedRow)
            }
        }
    }

    /// Returns a decoder for the current row of a statement, which decrypts columns if necessary.
    private func decoder(
        of statement: SQLiteStatement,
        rendered: RenderedQuery,
        for query: FetchQuery,
        isSaved: Bool
    ) -> _RowDecoder {
        var source: any RowSource = StatementRow(statement, files: resources.files)
        let names = rendered.form.encryptedNames
        if let cipher = resources.cipher, !names.isEmpty {
            source = DecryptingRow(
                source,
                cipher: cipher,
                table: query.entity.name,
                names: names,
                acceptsPlain: !isSaved
            )
        }
        return _RowDecoder(
            source,
            columns: rendered.form.columns,
            of: query.entity,
            isLenient: query.isLenient
        )
    }

    func count(_ query: FetchQuery, over pending: PendingRows?) throws -> Int {
        let rendered = try statement(for: .count, of: query, over: pending)
        var count = 0
        try db.step(rendered, for: query) { count = Int($0.integer(0)) }
        return count
    }

    func keys(_ query: FetchQuery, over pending: PendingRows?) throws -> [Int64] {
        let rendered = try statement(for: .keys, of: query, over: pending)
        var keys: [Int64] = []
        try db.step(rendered, for: query) { keys.append($0.integer(0)) }
        return keys
    }

    func values(
        of expressions: [QueryExpression],
        for query: FetchQuery,
        over pending: PendingRows?,
        _ body: (Int64, [_ColumnValue]) throws -> Void
    ) throws {
        let renderer = renderer(over: pending)
        let text = try renderer.values(of: expressions, for: query)
        let columns = (0..<Int32(expressions.count)).map { $0 + 1 }
        try db.step(text) { row in try body(row.integer(0), columns.map { row.value($0) }) }
    }

    func aggregate(
        _ query: AggregateQuery,
        over pending: PendingRows?,
        _ body: (_ values: [_ColumnValue]) throws -> Void
    ) throws {
        let text = try renderer(over: pending).aggregate(query).text
        let columns = 0..<Int32(query.keys.count + query.terms.count)
        try db.step(text) { row in try body(columns.map { row.value($0) }) }
    }

    func plan(of query: ExplainedQuery, over pending: PendingRows?) throws -> QueryPlan {
        let renderer = renderer(over: pending)
        let (text, sources): (SQLText, [String: QueryStatement.Source])
        var unsaved: SQLText?
        switch query {
        case .rows(let query):
            let (rows, tables) = try renderer.statement(for: .rows, of: query)
            (text, sources) = (rows.text(for: query), tables.sources)
            unsaved = rows.unsavedText(for: query)
        case .aggregate(let query): (text, sources) = try renderer.aggregate(query)
        }
        let statements = [text] + (unsaved.map { [$0] } ?? [])
        let readers = try statements.map { statement in
            var reader = PlanReader(layout, sources: sources)
            try db.step(statement.explained) { row in
                reader.read(
                    identifier: row.integer(0),
                    parent: row.integer(1),
                    detail: row.text(3) ?? ""
                )
            }
            return reader
        }
        return QueryPlan(
            sql: statements.map(\.sql).joined(separator: ";\n"),
            parameters: text.parameterDescriptions,
            includesUnsavedChanges: text.rows != nil,
            steps: readers.flatMap(\.steps),
            accesses: readers.flatMap(\.accesses)
        )
    }

    func related(
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription,
        over pending: PendingRows?
    ) throws -> [RelatedKeys] {
        let keys = KeyCondition(owners, acceptsRange: pending == nil)
        let statement = try resources.statements.related(
            to: keys,
            by: property,
            of: entity,
            from: renderer(over: pending)
        )
        guard let (text, isSorted) = statement else { return [] }
        return try relatedKeys(isSorted: isSorted) { try db.step(text, $0) }
    }

    func relatedTexts(
        in attribute: PropertyDescription,
        to owners: [Int64],
        by property: PropertyDescription,
        of entity: EntityDescription
    ) throws -> [RelatedText]? {
        guard let destination = property.destination else { return nil }
        let columns = layout[destination].columns(of: attribute.index)
        guard columns.count == 1, let column = columns.first, column.type.kind == .text,
            !column.policy.isEncrypted, !column.policy.isExternal
        else { return nil }
        // With a range, the join could not follow.
        let keys = KeyCondition(owners, acceptsRange: false)
        let statement = try resources.statements.relatedValues(
            of: attribute,
            to: keys,
            by: property,
            of: entity,
            from: renderer(over: nil)
        )
        guard let statement else { return nil }
        var texts: [RelatedText]? = []
        try db.step(statement) { row in
            if row.storageClass(1) == .text, let text = row.text(1) {
                texts?.append(RelatedText(owner: row.integer(0), text: text))
            } else {
                texts = nil
            }
        }
        return texts
    }

    /// Returns the pairs in the rows that `step` passes to its argument.
    private func relatedKeys(
        isSorted: Bool,
        _ step: ((SQLiteStatement) -> Void) throws -> Void
    ) rethrows -> [RelatedKeys] {
        var pairs: [(key: Int64, pair: RelatedKeys)] = []
        try step { row in
            pairs.append(
                (row.integer(2), RelatedKeys(owner: row.integer(0), target: row.integer(1)))
            )
        }
        if !isSorted { pairs.sort { $0.key < $1.key } }
        return pairs.map(\.pair)
    }
}

extension SQLiteConnection {
    func checkEncryptedValues(_ owners: [DamagedValue.Ownership]) throws -> EncryptedValues {
        guard let cipher = resources.cipher else { return EncryptedValues() }
        return try EncryptedValueCheck(cipher, layout: layout, owners: owners).run(in: db)
    }

    /// Returns the names of the external files that rows refer to.
    func externalNames(in tables: [TableLayout]) throws -> Set<String> {
        var names: Set<String> = []
        for table in tables {
            for column in table.columns where column.policy.isExternal {
                let text: SQLText = """
                    SELECT \(identifier: column.name) FROM \(identifier: table.name) \
                    WHERE typeof(\(identifier: column.name)) = 'text'
                    """
                try db.step(text) { row in
                    if let name = row.text(0) { names.insert(name) }
                }
            }
        }
        return names
    }
}

/// The current row of a statement.
///
/// The object is valid while the statement runs; it is reused for every row.
final class StatementRow: RowSource {
    private let statement: SQLiteStatement
    /// The external files of the store; nil for a store in memory.
    private let files: ExternalFiles?

    init(_ statement: SQLiteStatement, files: ExternalFiles?) {
        self.statement = statement
        self.files = files
    }

    private func field(_ column: Int32) -> SQLiteField { statement.field(column) }

    func isNull(_ column: Int32) -> Bool { field(column).isNull }

    func integer(_ column: Int32) -> Int64? { field(column).integer }

    func real(_ column: Int32) -> Double? { field(column).real }

    func text(_ column: Int32) -> String? { field(column).text }

    func uuid(_ column: Int32) -> UUID? {
        let field = field(column)
        guard field.storageClass == .text, let bytes = field.bytes else { return nil }
        return UUID(canonicalText: bytes)
    }

    func data(_ column: Int32, of property: @autoclosure () -> String) throws -> Data? {
        let field = field(column)
        if let files, let name = field.text { return try files.read(name, of: property()) }
        return field.blob
    }

    func isReference(_ column: Int32) -> Bool {
        files != nil && field(column).storageClass == .text
    }

    func value(_ column: Int32) -> _ColumnValue { field(column).value }
}

/// The resources that all connections of a store share.
final class ConnectionResources: Sendable {
    let layout: SchemaLayout
    /// The identifier of the store.
    let store: String
    /// The SQL for the table of each entity, by entity index.
    let tables: [TableSQL]
    /// The SQL for the full-text index of each entity, by entity index.
    let indexes: [FullTextIndexSQL?]
    /// The SQL for each join table, by its index in the layout.
    let joins: [JoinSQL]
    let statements: any StatementSource
    let merging: FullTextMerging
    /// Whether full-text indexes may lack rows, which commits leave to others.
    private let defersIndexing: Bool
    let files: ExternalFiles?
    let path: String
    /// The cipher of encrypted columns; nil if the store has no key.
    let cipher: ValueCipher?
    /// The names of the encrypted columns, by model class name; classes without any are omitted.
    let encryptedColumns: [String: Set<String>]

    init(
        layout: SchemaLayout,
        store: String,
        files: ExternalFiles?,
        path: String,
        cipher: ValueCipher?,
        hasUnindexedRows: Bool = false,
        usesAccelerators: Bool = Accelerators.areUsed
    ) {
        self.layout = layout
        self.store = store
        tables = layout.tables.map { TableSQL($0) }
        indexes = tables.map(\.index)
        joins = layout.joinTables.map { JoinSQL($0) }
        statements = usesAccelerators ? KnownStatements() : NewStatements()
        // The rows that an earlier process left must be indexed in any case.
        defersIndexing = usesAccelerators || hasUnindexedRows
        merging = FullTextMerging(entityCount: layout.tables.count)
        self.files = files
        self.path = path
        self.cipher = cipher
        encryptedColumns = layout.encryptedColumns
    }

    /// Returns the writer of the full-text indexes for a transaction.
    ///
    /// - Parameters:
    ///   - keys: The keys of the rows.
    ///   - isDeferring: Whether the transaction may leave the indexing of its rows to another one.
    /// - Returns: The writer.
    func indexWriter(keys: KeyCounters, isDeferring: Bool) -> any IndexWriter {
        let plain = FullTextWriter(indexes, merging: merging)
        guard defersIndexing else { return plain }
        return DeferringIndexWriter(
            plain,
            indexes: indexes,
            keys: keys,
            isDeferring: isDeferring
        )
    }
}
