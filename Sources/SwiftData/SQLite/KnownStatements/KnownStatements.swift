// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements of a store, which are rendered once for all queries that differ only in values.
///
/// Rendering the SQL of a query is slow compared to executing a simple one (decision 0052).
struct KnownStatements: StatementSource {
    /// The source of the statements that are not known.
    private let plain = NewStatements()
    private let queries = RenderedQueries()
    private let relatedStatements = RelatedStatements()

    func statement(
        for result: RenderedQuery.Result,
        of query: FetchQuery,
        over pending: PendingRows?,
        from renderer: @autoclosure () -> QueryRenderer
    ) throws -> RenderedQuery {
        try queries.statement(for: result, of: query, over: pending) {
            try renderer().statement(for: result, of: query)
        }
    }

    func related(
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription,
        from renderer: QueryRenderer
    ) throws -> RelatedStatement? {
        func rendered() throws -> RelatedStatement? {
            try plain.related(to: owners, by: property, of: entity, from: renderer)
        }
        guard renderer.pending == nil else { return try rendered() }
        let statement = try relatedStatements.statement(for: property, of: entity, owners: owners) {
            try rendered().map { .init(sql: $0.text.sql, isSorted: $0.isSorted) }
        }
        return statement.map { (SQLText(rendered: $0.sql, bindings: owners.values), $0.isSorted) }
    }

    func relatedValues(
        of attribute: PropertyDescription,
        to owners: KeyCondition,
        by property: PropertyDescription,
        of entity: EntityDescription,
        from renderer: QueryRenderer
    ) throws -> SQLText? {
        let statement = try relatedStatements.statement(
            for: property,
            of: entity,
            reading: attribute,
            owners: owners
        ) {
            try plain.relatedValues(
                of: attribute,
                to: owners,
                by: property,
                of: entity,
                from: renderer
            )
            .map { .init(sql: $0.sql, isSorted: false) }
        }
        return statement.map { SQLText(rendered: $0.sql, bindings: owners.values) }
    }
}
