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

    /// The parts that do not depend on values.
    final class Form: Sendable {
        /// The result column of each property; -1 for a property that is not selected.
        let columns: [Int32]
        /// The names of encrypted columns, by result column; empty if the statement has none.
        let encryptedNames: [String?]
        /// The tables of the statement, by alias.
        let sources: [String: QueryStatement.Source]
        /// The use of unsaved rows, on which the text depends.
        let reads: PendingReads
        /// The statement that returns the unsaved rows, with the same parameters as the other one,
        /// which then returns the saved rows; nil if one statement returns all rows.
        let unsavedSQL: String?
        /// A test that all unsaved rows of the result pass; nil if there is none.
        let unsavedTest: ColumnTest?

        init(
            _ statement: QueryStatement,
            _ selection: RowSelection?,
            unsavedSQL: String? = nil,
            unsavedTest: ColumnTest? = nil
        ) {
            columns = selection?.positions ?? []
            encryptedNames = selection?.encryptedNames ?? []
            sources = statement.sources
            reads = PendingReads(statement)
            self.unsavedSQL = unsavedSQL
            self.unsavedTest = unsavedTest
        }
    }

    private(set) var text: SQLText
    let form: Form

    /// The statement for the unsaved rows; nil if `text` returns all rows.
    var unsavedText: SQLText? { form.unsavedSQL.map { text.replacingSQL(with: $0) } }

    /// A statement without unsaved rows, for other queries.
    struct Template: @unchecked Sendable {
        // Unchecked, because only unsaved rows are not Sendable.

        private let rendered: RenderedQuery

        init(_ query: RenderedQuery) {
            var rendered = query
            rendered.text.bind(nil as BoundRows?)
            rendered.text.unbind()
            self.rendered = rendered
        }

        /// Returns the statement for a query and unsaved rows; nil if they need another text.
        ///
        /// - Throws: The error of encoding an unsaved row.
        func bound(
            to query: FetchQuery,
            over pending: PendingRows?,
            _ layout: SchemaLayout
        ) throws -> RenderedQuery? {
            var bound = rendered
            if let pending {
                let reads = rendered.form.reads
                guard let rows = try reads.rows(in: pending, layout) else { return nil }
                bound.text.bind(reads.isEmpty ? nil : rows)
            }
            bound.text.bind(query)
            return bound
        }
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
    private let deletions: [Int: Bool]

    init(_ statement: QueryStatement) {
        tables = statement.tables.map { index, rows in
            Table(index: index, isShadowed: rows != nil, hidesRows: rows?.hidden.isEmpty == false)
        }
        joinTables = statement.joinTables.map { index, pairs in
            Table(
                index: index,
                isShadowed: pairs != nil,
                hidesRows: pairs?.removed.isEmpty == false
            )
        }
        deletions = statement.deletions
    }

    /// Whether the statement reads no unsaved rows.
    var isEmpty: Bool {
        !tables.contains(where: \.isShadowed) && !joinTables.contains(where: \.isShadowed)
    }

    /// Returns the unsaved rows that the statement reads; nil if it does not fit them.
    ///
    /// - Throws: The error of encoding an unsaved row.
    func rows(in pending: PendingRows, _ layout: SchemaLayout) throws -> BoundRows? {
        let rows = BoundRows(layout)
        for table in tables {
            let unsaved = try pending.table(table.index)
            guard (unsaved != nil) == table.isShadowed,
                (unsaved?.hidden.isEmpty == false) == table.hidesRows
            else { return nil }
            rows.tables[table.index] = unsaved
        }
        for table in joinTables {
            let unsaved = pending.pairs(table.index)
            guard (unsaved != nil) == table.isShadowed,
                (unsaved?.removed.isEmpty == false) == table.hidesRows
            else { return nil }
            rows.pairs[table.index] = unsaved
        }
        for (entity, hasDeletions) in deletions
        where pending.hasDeletions(entity) != hasDeletions {
            return nil
        }
        return rows
    }
}
