// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The tables that one statement reads, with the aliases of their rows and the unsaved rows among
/// them.
final class StatementTables {
    /// The rows of an alias.
    struct Source {
        let table: String
        /// Whether they are the unsaved rows of the table.
        var isUnsaved = false
    }

    let layout: SchemaLayout
    private let sql: [TableSQL]
    let pending: PendingRows?
    /// The rows of the aliases; none for an alias of saved and unsaved rows.
    private(set) var sources: [String: Source] = [:]
    /// The aliases of unsaved rows, by the alias of the saved rows of the same table.
    private(set) var unsavedAliases: [String: String] = [:]
    private var aliasCount = 0
    /// The tables that the statement reads, with their unsaved rows if they have any.
    private(set) var rows: [Int: PendingTable?] = [:]
    /// The join tables that the statement reads, with their unsaved pairs if they have any.
    private(set) var pairs: [Int: PendingPairs?] = [:]
    /// Whether rows will be deleted, by entity, for the entities on which the text depends.
    private(set) var deletions: [Int: Bool] = [:]
    /// The first error of encoding unsaved rows.
    private var failure: (any Error)?

    init(layout: SchemaLayout, sql: [TableSQL], pending: PendingRows?) {
        self.layout = layout
        self.sql = sql
        self.pending = pending
    }

    // MARK: Aliases

    func nextAlias() -> String {
        aliasCount += 1
        return "t\(aliasCount)"
    }

    /// Records the saved rows that an alias stands for.
    func setSource(_ table: String, of alias: String) { sources[alias] = Source(table: table) }

    /// Records the table of which one alias stands for the saved and another for the unsaved rows.
    func setSource(_ table: String, of alias: String, unsaved: String) {
        unsavedAliases[alias] = unsaved
        sources[alias] = Source(table: table)
        sources[unsaved] = Source(table: table, isUnsaved: true)
    }

    // MARK: Reads

    /// Records that the statement reads the table of an entity; returns whether it is shadowed.
    @discardableResult
    func use(_ entity: EntityDescription) -> Bool {
        if let known = rows[entity.index] { return known != nil }
        do {
            let unsaved = try pending?.table(entity.index)
            rows[entity.index] = .some(unsaved)
            return unsaved != nil
        } catch {
            fail(error)
            rows[entity.index] = .some(nil)
            return false
        }
    }

    /// Records that the statement reads a join table; returns whether it is shadowed.
    @discardableResult
    func useJoin(_ index: Int) -> Bool {
        if let known = pairs[index] { return known != nil }
        let unsaved = pending?.pairs(index)
        pairs[index] = .some(unsaved)
        return unsaved != nil
    }

    /// Records that the text depends on the deletions of an entity; returns whether rows will be
    /// deleted.
    func hasDeletions(of entity: EntityDescription) -> Bool {
        if let known = deletions[entity.index] { return known }
        let hasDeletions = pending?.hasDeletions(entity.index) == true
        deletions[entity.index] = hasDeletions
        return hasDeletions
    }

    /// Records an error, which completing the text throws.
    func fail(_ error: any Error) { failure = failure ?? error }

    /// Whether some table of the statement is shadowed.
    var isShadowed: Bool {
        rows.values.contains { $0 != nil } || pairs.values.contains { $0 != nil }
    }

    /// Whether some saved rows of an entity's table, which the statement reads, are hidden.
    func hidesRows(of entity: EntityDescription) -> Bool {
        rows[entity.index]??.hidden.isEmpty == false
    }

    /// Whether the statement reads the rows of its first table only, some of which are unsaved.
    var areOneTable: Bool {
        aliasCount == 0 && pairs.isEmpty && rows.count == 1 && isShadowed
    }

    // MARK: Completing the text

    /// Prepends the common table expressions for the unsaved rows of the tables that the statement
    /// reads.
    ///
    /// - Throws: The error of encoding an unsaved row of these tables.
    func complete(_ text: SQLText) throws -> SQLText {
        if let failure { throw failure }
        guard isShadowed else { return text }
        let bound = BoundRows()
        var shadows: [SQLText] = []
        for (index, table) in rows.sorted(by: { $0.key < $1.key }) {
            guard let table else { continue }
            bound.add(table, at: index)
            shadows.append(sql[index].shadow(hidesRows: !table.hidden.isEmpty))
        }
        for (index, pairs) in pairs.sorted(by: { $0.key < $1.key }) {
            guard let pairs else { continue }
            bound.add(pairs, at: index)
            shadows.append(
                PendingShadow.pairs(layout.joinTables[index], index: index, pairs: pairs)
            )
        }
        return SQLText("WITH \(shadows.joined(separator: ", ")) \(text)", reading: bound)
    }

    /// Returns the statements that read the saved and the unsaved rows of the only table, with the
    /// same parameters.
    ///
    /// - Throws: The error of encoding an unsaved row of the table.
    func separated(_ text: SQLText) throws -> (saved: SQLText, unsaved: SQLText) {
        if let failure { throw failure }
        let bound = BoundRows()
        var shadows = (saved: SQLText(), unsaved: SQLText())
        for case (let index, let table?) in rows {
            bound.add(table, at: index)
            shadows.saved = PendingShadow.savedRows(
                of: layout.tables[index],
                hidesRows: !table.hidden.isEmpty
            )
            shadows.unsaved = PendingShadow.unsavedRows(of: layout.tables[index])
        }
        return (
            SQLText("WITH \(shadows.saved) \(text)", reading: bound),
            SQLText("WITH \(shadows.unsaved) \(text)", reading: bound)
        )
    }
}
