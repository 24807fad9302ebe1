// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A builder for the text of one statement: its joins, subqueries and conditions.
final class QueryStatement {
    /// Returns a full-text query for the index of a table.
    typealias IndexedQuery = (FullTextQuery, TableLayout) throws -> FullTextQuery

    typealias Source = StatementTables.Source

    /// A table in a `FROM` clause with its joins along to-one relationships.
    final class Frame {
        let table: String
        let alias: String
        fileprivate(set) var joins = SQLText()
        fileprivate var aliases: [[QueryPath.Step]: String] = [:]
        /// The paths that must lead to a model for a row of the frame to be selected.
        fileprivate var required: Set<[QueryPath.Step]> = []

        fileprivate init(table: String, alias: String) {
            self.table = table
            self.alias = alias
        }

        var key: SQLText { column(TableLayout.key) }
        func column(_ name: String) -> SQLText { .column(name, of: alias) }
    }

    let tables: StatementTables
    /// Prepares full-text queries for the index of their table.
    private let indexedQuery: IndexedQuery?
    let root: Frame
    private var frames: [Int: Frame] = [:]
    /// The aliases of the elements that are values of variables.
    var elementAliases: [Int: String] = [:]
    /// The number of joined conditions around the one that is rendered.
    var conditionDepth = 0
    var layout: SchemaLayout { tables.layout }

    /// Creates a statement on an entity; its rows are variable 0.
    init(_ tables: StatementTables, root entity: EntityDescription, indexedQuery: IndexedQuery?) {
        self.tables = tables
        self.indexedQuery = indexedQuery
        root = Frame(table: entity.name, alias: RowSelection.alias)
        frames[0] = root
        if !tables.use(entity) { tables.setSource(root.table, of: root.alias) }
    }

    /// Returns a full-text query for the index of a table.
    func fullText(_ query: FullTextQuery, in table: TableLayout) -> FullTextQuery {
        do {
            return try indexedQuery?(query, table) ?? query
        } catch {
            tables.fail(error)
            return query
        }
    }

    /// Records the condition of a frame; the joins of the frame depend on it.
    func setCondition(_ condition: QueryExpression, of frame: Frame, variable: Int) {
        frame.required = condition.requiredPaths(of: variable)
    }

    // MARK: Paths

    /// Returns the alias of the table at the end of a path, after joining it if necessary.
    func alias(of path: QueryPath) -> String {
        guard let frame = frames[path.variable.id] else { return root.alias }
        var alias = frame.alias
        var entity = path.variable.entity
        for (position, step) in path.steps.enumerated() {
            guard let destination = entity.destination(of: step) else { return alias }
            let prefix = Array(path.steps[...position])
            if let existing = frame.aliases[prefix] {
                alias = existing
            } else {
                let joined = tables.nextAlias()
                frame.joins += join(
                    step,
                    of: entity,
                    at: alias,
                    to: destination,
                    as: joined,
                    isRequired: frame.required.contains(prefix)
                )
                frame.aliases[prefix] = joined
                alias = joined
            }
            entity = destination
        }
        return alias
    }

    private func join(
        _ step: QueryPath.Step,
        of entity: EntityDescription,
        at alias: String,
        to destination: EntityDescription,
        as joined: String,
        isRequired: Bool
    ) -> SQLText {
        let isShadowed = tables.use(destination)
        let join = Join(
            entity: destination,
            alias: joined,
            target: target(of: step, of: entity, at: alias, isShadowed: isShadowed),
            classNames: entity.classNames(of: step)
        )
        guard !isShadowed || isRequired else { return joinSeparately(join) }
        if !isShadowed { tables.setSource(destination.name, of: joined) }
        return """
             \(isShadowed ? "JOIN" : "LEFT JOIN") \(identifier: destination.name) \
            AS \(identifier: joined) ON \(condition(of: join, at: joined))
            """
    }

    /// A join of one row to each row of a frame.
    private struct Join {
        let entity: EntityDescription
        let alias: String
        /// The key of the row.
        let target: SQLText
        /// The names of the classes to which the row must belong; nil for any class.
        let classNames: [String]?
    }

    /// Returns the condition of a join for the row with an alias.
    private func condition(of join: Join, at alias: String) -> SQLText {
        let key: SQLText = "\(SQLText.column(TableLayout.key, of: alias)) = \(join.target)"
        guard let names = join.classNames else { return key }
        let name = SQLText.column(TableLayout.className, of: alias)
        return "\(key) AND \(SQLText.isClass(names, column: name))"
    }

    /// Returns the key of the row to which a step leads from the row with an alias.
    private func target(
        of step: QueryPath.Step,
        of entity: EntityDescription,
        at alias: String,
        isShadowed: Bool
    ) -> SQLText {
        guard case .relationship(let index) = step else {
            return column(TableLayout.key, of: alias)
        }
        let property = entity.properties[index]
        guard layout.tables[entity.index].places[index] != .ownColumn else {
            return column(property.name, of: alias)
        }
        // Several rows can refer to this one, although the model can only hold one of them.
        let inverse = property.inverseProperty?.name ?? TableLayout.key
        return aggregate(
            "min(\(identifier: TableLayout.key))",
            of: SQLText.identifier(TableLayout.key),
            body: """
                FROM \(identifier: property.destination?.name ?? "") \
                WHERE \(identifier: inverse) = \(column(TableLayout.key, of: alias))
                """,
            isShadowed: isShadowed
        )
    }

    /// Joins the saved and the unsaved rows of a table one after the other.
    ///
    /// SQLite cannot distribute an outer join over the parts of a shadowed table, and would copy
    /// the whole table for each query.
    private func joinSeparately(_ join: Join) -> SQLText {
        let unsaved = join.alias + "u"
        tables.setSource(join.entity.name, of: join.alias, unsaved: unsaved)
        let table = layout.tables[join.entity.index]
        let key = SQLText.column(TableLayout.key, of: join.alias)
        let test =
            tables.hidesRows(of: join.entity)
            ? " AND NOT \(PendingShadow.hides(table, key: key))" : SQLText()
        return """
             LEFT JOIN main.\(identifier: join.entity.name) AS \(identifier: join.alias) \
            ON \(condition(of: join, at: join.alias))\(test) \
            LEFT JOIN \(PendingShadow.unsaved(table)) AS \(identifier: unsaved) \
            ON \(condition(of: join, at: unsaved))
            """
    }

    /// Returns a scalar subquery with an aggregate of an expression.
    ///
    /// SQLite distributes conditions over the parts of a shadowed table unless the query has an
    /// aggregate. The limit prevents it from joining the two levels of the query again.
    private func aggregate(
        _ aggregate: SQLText,
        of expression: SQLText,
        body: SQLText,
        isShadowed: Bool
    ) -> SQLText {
        isShadowed
            ? "(SELECT \(aggregate) FROM (SELECT \(expression) \(body) LIMIT -1))"
            : "(SELECT \(aggregate) \(body))"
    }

    /// Returns a column of the table at the end of a path.
    func column(_ name: String, of alias: String) -> SQLText {
        let saved = SQLText.column(name, of: alias)
        guard let unsaved = tables.unsavedAliases[alias] else { return saved }
        return "ifnull(\(SQLText.column(name, of: unsaved)), \(saved))"
    }

    /// Returns the key at the end of a path.
    ///
    /// The key is read from the referring column if that cannot contain a dangling reference.
    func key(of path: QueryPath) -> SQLText {
        guard case .relationship(let last)? = path.steps.last, let origin = path.origin else {
            return column(TableLayout.key, of: alias(of: path))
        }
        let table = layout.tables[origin.entity.index]
        guard table.places[last] == .ownColumn,
            table.columns(of: last).first?.references != nil,
            !tables.hasDeletions(of: path.entity)
        else { return column(TableLayout.key, of: alias(of: path)) }
        return column(origin.entity.properties[last].name, of: alias(of: origin))
    }

    // MARK: Relationships

    /// Returns a subquery over the rows of a relationship that satisfy its test: their number, or
    /// else a value for each.
    func subquery(of relation: QueryRelation, isCount: Bool) -> SQLText {
        let selection: SQLText = isCount ? "count(*)" : "1"
        let source = relation.source.entity
        let destination = relation.variable.entity
        let property = source.properties[relation.index]
        let key = key(of: relation.source)
        let frame = Frame(table: destination.name, alias: tables.nextAlias())
        frames[relation.variable.id] = frame
        defer { frames[relation.variable.id] = nil }
        if let test = relation.test {
            setCondition(test, of: frame, variable: relation.variable.id)
        }
        var isShadowed = tables.use(destination)
        if !isShadowed { tables.setSource(destination.name, of: frame.alias) }

        var from: SQLText = "\(identifier: frame.table) AS \(identifier: frame.alias)"
        var conditions: [SQLText]
        switch layout.tables[source.index].places[relation.index] {
        case .joinTable(let index, let isLeft):
            let join = layout.joinTables[index]
            let pair = tables.nextAlias()
            let isPairShadowed = tables.useJoin(index)
            if !isPairShadowed { tables.setSource(join.name, of: pair) }
            isShadowed = isPairShadowed || isShadowed
            let near = isLeft ? join.leftColumn : join.rightColumn
            let far = isLeft ? join.rightColumn : join.leftColumn
            from = """
                \(identifier: join.name) AS \(identifier: pair) JOIN \(from) \
                ON \(frame.key) = \(SQLText.column(far, of: pair))
                """
            conditions = ["\(SQLText.column(near, of: pair)) = \(key)"]
        case .ownColumn, .inverseColumn, nil:
            conditions = ["\(frame.column(property.inverseProperty?.name ?? "")) = \(key)"]
        }
        if let test = relation.test, !test.isTrue {
            conditions += self.conditions(of: test)
        }
        let body: SQLText = """
            FROM \(from)\(frame.joins) WHERE \(conditions.joined(separator: " AND "))
            """
        return aggregate(selection, of: "1", body: body, isShadowed: isShadowed && isCount)
    }
}

extension QueryPath {
    /// The path without its last step; nil for a variable.
    var origin: QueryPath? {
        guard !steps.isEmpty else { return nil }
        var path = QueryPath(variable)
        for step in steps.dropLast() {
            guard let longer = path.appending(step) else { return nil }
            path = longer
        }
        return path
    }
}

extension EntityDescription {
    /// Returns the entity to which a step leads; nil if it is unknown.
    fileprivate func destination(of step: QueryPath.Step) -> EntityDescription? {
        switch step {
        case .relationship(let index): properties[index].destination
        case .cast: self
        }
    }

    /// Returns the names of the classes to which the model after a step belongs; nil for any class.
    fileprivate func classNames(of step: QueryPath.Step) -> [String]? {
        switch step {
        case .relationship: nil
        case .cast(let index): classNames(of: classes[index].type)
        }
    }
}
