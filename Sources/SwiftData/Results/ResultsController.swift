// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Keeps the rows of a fetch up to date with the changes of a context.
///
/// A change costs a query for the changed rows. All rows are fetched again only if
///
/// - a related model changed, and the fetch depends on it by a to-many relationship, or a model on
///   which it depends was deleted;
/// - the fetch has an offset, or it has a limit and a row left it, so that others move up;
/// - more rows changed than there are, or the context missed changes of other contexts.
final class ResultsController<Element: PersistentModel>: ContextObserver {
    /// The number of changed rows up to which they are fetched individually in any case.
    private static var minimumBatch: Int { 256 }

    let context: ModelContext
    private(set) var descriptor: FetchDescriptor<Element>
    let sectionBy: PartialKeyPath<Element>?
    /// The current rows, as of the last update.
    private(set) var rows: ResultRows
    /// The number of queries since the controller was created.
    private(set) var queryCount = 0
    /// The number of rows that queries returned since the controller was created.
    private(set) var fetchedRowCount = 0
    /// Called when a change may affect the rows, which are not updated yet.
    var onChange: () -> Void = {}
    /// Called at the end of a save, rollback or merge.
    var onSettle: () -> Void = {}
    private var query: ResultsQuery
    /// The changes since the last update.
    private(set) var changes: ChangedRows

    var entity: EntityDescription { query.entity }

    /// Fetches the rows.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`.
    init(
        _ descriptor: FetchDescriptor<Element>,
        sectionBy: PartialKeyPath<Element>?,
        in context: ModelContext
    ) throws {
        self.context = context
        self.descriptor = descriptor
        self.sectionBy = sectionBy
        context.graph.merger.mergeChanges()
        query = try ResultsQuery(descriptor, sectionBy: sectionBy, in: context.graph)
        changes = ChangedRows(of: query)
        rows = query.emptyRows
        context.graph.changes.observers.add(self)
        _ = rows.replace(with: try fetchRows(), updated: .all)
    }

    // MARK: Changes

    func contextDidChange(_ change: ContextChange) {
        changes.insert(change)
        if !changes.isEmpty { onChange() }
    }

    func contextDidSettle() { onSettle() }

    /// Merges the saves of other contexts, and updates the rows after all changes.
    ///
    /// After an error, the next call tries again.
    ///
    /// - Returns: The difference from the previous rows, or `nil` if no row can have changed.
    /// - Throws: `StoreError` if the store cannot be read; `SwiftDataError.modelValidationFailure`
    ///   if an unsaved value cannot be stored.
    func update() throws -> RowsDifference? {
        context.graph.merger.mergeChanges()
        guard !changes.isEmpty else { return nil }
        var candidates = changes.keys
        if !changes.needsFetch {
            for path in query.dependencies.paths {
                guard let keys = changes.referenced[path.entity.index] else { continue }
                queryCount += 1
                candidates.formUnion(try query.keys(leadingBy: path, to: keys))
            }
            let isSmall = candidates.count <= max(Self.minimumBatch, rows.keys.count)
            if isSmall, !query.hasOffset || candidates.isEmpty {
                let current = try count(query.rows(among: candidates))
                if let difference = rows.update(candidates, to: current) {
                    changes = ChangedRows(of: query)
                    return difference
                }
            }
        }
        let updated: ResultRows.UpdatedRows =
            changes.includesEverything ? .all : .keys(candidates)
        let difference = rows.replace(with: try fetchRows(), updated: updated)
        changes = ChangedRows(of: query)
        return difference
    }

    /// Changes the descriptor, and fetches the rows.
    ///
    /// - Throws: The errors of `ModelContext.fetch(_:)`, without an effect.
    func setDescriptor(_ descriptor: FetchDescriptor<Element>) throws -> RowsDifference {
        context.graph.merger.mergeChanges()
        let query = try ResultsQuery(descriptor, sectionBy: sectionBy, in: context.graph)
        var rows = query.emptyRows
        let difference = rows.replace(
            with: try count(query.rows()),
            after: self.rows,
            updated: .keys(changes.keys)
        )
        self.descriptor = descriptor
        self.query = query
        self.rows = rows
        changes = ChangedRows(of: query)
        return difference
    }

    private func fetchRows() throws -> [ResultRow] { try count(query.rows()) }

    private func count(_ rows: @autoclosure () throws -> [ResultRow]) throws -> [ResultRow] {
        queryCount += 1
        let rows = try rows()
        fetchedRowCount += rows.count
        return rows
    }
}

extension ResultsQuery {
    /// The state before the first fetch.
    fileprivate var emptyRows: ResultRows {
        ResultRows(
            ordering: ordering,
            limit: hasOffset ? nil : limit,
            hasSections: hasSections
        )
    }
}
