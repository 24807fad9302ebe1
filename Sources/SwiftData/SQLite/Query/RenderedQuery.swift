// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statement for a result of a query.
struct RenderedQuery {
    /// The content of the rows that a statement returns.
    enum Result: Hashable, Sendable {
        /// The keys and the requested columns of the matching rows, with the key in result
        /// column 0.
        case rows
        /// The keys of the matching rows, in order.
        case keys
        /// The number of matching rows.
        case count
    }

    /// The parts that do not depend on values and unsaved rows.
    final class Form: @unchecked Sendable {
        // Unchecked, because a text is not Sendable if it has unsaved rows; this one has none.

        /// The text of the statement, without the values of the query's parameters.
        let text: SQLText
        /// The result column of each property; -1 for a property that is not selected.
        let columns: [Int32]
        /// The names of encrypted columns, by result column; empty if the statement has none.
        let encryptedNames: [String?]
        /// The tables of the statement, by alias.
        let sources: [String: StatementTables.Source]
        /// The use of unsaved rows, on which the text depends.
        let reads: PendingReads
        /// The statement that returns the unsaved rows, with the same parameters as the other one,
        /// which then returns the saved rows; nil if one statement returns all rows.
        let unsavedSQL: String?

        init(
            _ text: SQLText,
            tables: StatementTables,
            selection: RowSelection?,
            unsavedSQL: String? = nil
        ) {
            self.text = text.withoutRows
            columns = selection?.positions ?? []
            encryptedNames = selection?.encryptedNames ?? []
            sources = tables.sources
            reads = PendingReads(tables)
            self.unsavedSQL = unsavedSQL
        }
    }

    let form: Form
    /// The unsaved rows that the statement reads; nil if it reads none.
    let rows: BoundRows?

    /// Returns the statement with the values of a query.
    func text(for query: FetchQuery) -> SQLText {
        var text = form.text
        text.bind(rows)
        text.bind(query)
        return text
    }

    /// Returns the statement for the unsaved rows with the values of a query; nil if the other one
    /// returns all rows.
    func unsavedText(for query: FetchQuery) -> SQLText? {
        form.unsavedSQL.map { text(for: query).replacingSQL(with: $0) }
    }
}

extension RenderedQuery.Form {
    /// Returns the statement with unsaved rows; nil if they need another text.
    ///
    /// - Throws: The error of encoding an unsaved row.
    func reading(_ pending: PendingRows?) throws -> RenderedQuery? {
        guard let pending else { return RenderedQuery(form: self, rows: nil) }
        guard let rows = try reads.rows(in: pending) else { return nil }
        return RenderedQuery(form: self, rows: reads.isEmpty ? nil : rows)
    }
}

/// The use of unsaved rows in a statement.
struct PendingReads: Sendable {
    private struct Table {
        let index: Int
        /// Whether there are unsaved rows.
        let isShadowed: Bool
        /// Whether some saved rows are hidden.
        let hidesRows: Bool
    }

    private let tables: [Table]
    private let joinTables: [Table]
    /// Whether rows will be deleted, by entity.
    private let deletions: [(entity: Int, exist: Bool)]
    /// Whether the statement reads no unsaved rows.
    let isEmpty: Bool

    init(_ used: StatementTables) {
        tables = used.rows.map { index, rows in
            Table(index: index, isShadowed: rows != nil, hidesRows: rows?.hidden.isEmpty == false)
        }
        joinTables = used.pairs.map { index, pairs in
            Table(
                index: index,
                isShadowed: pairs != nil,
                hidesRows: pairs?.removed.isEmpty == false
            )
        }
        deletions = used.deletions.map { ($0, $1) }
        isEmpty =
            !tables.contains(where: \.isShadowed) && !joinTables.contains(where: \.isShadowed)
    }

    /// Returns the unsaved rows that the statement reads; nil if it does not fit them.
    ///
    /// - Throws: The error of encoding an unsaved row.
    func rows(in pending: PendingRows) throws -> BoundRows? {
        let rows = BoundRows()
        for table in tables {
            let unsaved = try pending.table(table.index)
            guard (unsaved != nil) == table.isShadowed,
                (unsaved?.hidden.isEmpty == false) == table.hidesRows
            else { return nil }
            if let unsaved { rows.add(unsaved, at: table.index) }
        }
        for table in joinTables {
            let unsaved = pending.pairs(table.index)
            guard (unsaved != nil) == table.isShadowed,
                (unsaved?.removed.isEmpty == false) == table.hidesRows
            else { return nil }
            if let unsaved { rows.add(unsaved, at: table.index) }
        }
        for (entity, exist) in deletions where pending.hasDeletions(entity) != exist {
            return nil
        }
        return rows
    }
}

extension SQLiteDatabase {
    /// Runs the statement of a query and calls `body` for each row.
    func step(
        _ rendered: RenderedQuery,
        for query: FetchQuery,
        _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try withExtendedLifetime(rendered) {
            try statement(rendered.form.text.sql)
                .forEachRow(binding: { try $0.bind(rendered, for: query) }, body)
        }
    }
}

extension SQLiteStatement {
    /// Binds the values of a query and unsaved rows, which must outlive the run.
    func bind(_ rendered: RenderedQuery, for query: FetchQuery) throws {
        let text = rendered.form.text
        for position in text.bindings.indices where text.bindings[position] != .null {
            try bind(text.bindings[position], at: Int32(position + 1))
        }
        for (position, parameter) in text.parameters {
            try bind(query.value(of: parameter), at: Int32(position + 1))
        }
        if let rows = rendered.rows { try bind(rows) }
    }
}
