// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A builder for one statement: its tables, their joins and the pending rows that it reads.
final class QueryStatement {
    /// Returns a full-text query for the index of a table.
    typealias IndexedQuery = (FullTextQuery, TableLayout) throws -> FullTextQuery

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
        func column(_ name: String) -> SQLText { QueryStatement.column(name, of: alias) }
    }

    /// The rows of an alias.
    struct Source {
        let table: String
        /// Whether they are the unsaved rows of the table.
        var isUnsaved = false
    }

    /// The alias of the rows that a statement selects.
    static let rootAlias = "t0"

    let layout: SchemaLayout
    private let tableSQL: [TableSQL]
    let pending: PendingRows?
    /// Prepares full-text queries for the index of their table.
    private let indexedQuery: IndexedQuery?
    let root: Frame
    /// The rows of the aliases; none for an alias of saved and unsaved rows.
    private(set) var sources: [String: Source] = [:]
    private var frames: [Int: Frame] = [:]
    /// The aliases of the elements that are values of variables.
    var elementAliases: [Int: String] = [:]
    private var aliasCount = 0
    /// The number of joined conditions around the one that is rendered.
    var conditionDepth = 0
    /// The tables that the statement reads, with their unsaved rows if they have any.
    private(set) var tables: [Int: PendingTable?] = [:]
    /// The join tables that the statement reads, with their unsaved pairs if they have any.
    private(set) var joinTables: [Int: PendingPairs?] = [:]
    /// Whether rows will be deleted, for each entity for which the SQL depends on it.
    private(set) var deletions: [Int: Bool] = [:]
    /// The aliases of unsaved rows, by the alias of the saved rows of the same table.
    private var unsavedAliases: [String: String] = [:]
    /// The first error of encoding unsaved rows.
    private var failure: (any Error)?

    /// Creates a statement on an entity; its rows are variable 0.
    init(
        layout: SchemaLayout,
        tableSQL: [TableSQL],
        pending: PendingRows?,
        indexedQuery: IndexedQuery? = nil,
        root entity: EntityDescription
    ) {
        self.layout = layout
        self.tableSQL = tableSQL
        self.pending = pending
        self.indexedQuery = indexedQuery
        root = Frame(table: entity.name, alias: Self.rootAlias)
        frames[0] = root
        if !use(entity) { sources[root.alias] = Source(table: root.table) }
    }

    /// Returns a full-text query for the index of a table.
    func fullText(_ query: FullTextQuery, in table: TableLayout) -> FullTextQuery {
        do {
            return try indexedQuery?(query, table) ?? query
        } catch {
            failure = failure ?? error
            return query
        }
    }

    static func column(_ name: String, of alias: String) -> SQLText {
        "\(identifier: alias).\(identifier: name)"
    }

    /// Records that the statement reads the table of an entity; returns whether it is shadowed.
    @discardableResult
    func use(_ entity: EntityDescription) -> Bool {
        if let known = tables[entity.index] { return known != nil }
        do {
            let rows = try pending?.table(entity.index)
            tables[entity.index] = .some(rows)
            return rows != nil
        } catch {
            failure = failure ?? error
            tables[entity.index] = .some(nil)
            return false
        }
    }

    /// Records that the statement reads a join table; returns whether it is shadowed.
    @discardableResult
    func useJoin(_ index: Int) -> Bool {
        if let known = joinTables[index] { return known != nil }
        let pairs = pending?.pairs(index)
        joinTables[index] = .some(pairs)
        return pairs != nil
    }

    /// Whether some table of the statement is shadowed.
    var isShadowed: Bool {
        tables.values.contains { $0 != nil } || joinTables.values.contains { $0 != nil }
    }

    /// Records the condition of a frame; the joins of the frame depend on it.
    func setCondition(_ condition: QueryExpression, of frame: Frame, variable: Int) {
        frame.required = condition.requiredPaths(of: variable)
    }

    func nextAlias() -> String {
        aliasCount += 1
        return "t\(aliasCount)"
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
                let joined = nextAlias()
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
        let isShadowed = use(destination)
        let join = Join(
            entity: destination,
            alias: joined,
            target: target(of: step, of: entity, at: alias, isShadowed: isShadowed),
            classNames: entity.classNames(of: step)
        )
        guard !isShadowed || isRequired else { return joinSeparately(join) }
        if !isShadowed { sources[joined] = Source(table: destination.name) }
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
        let key: SQLText = "\(Self.column(TableLayout.key, of: alias)) = \(join.target)"
        guard let names = join.classNames else { return key }
        return "\(key) AND \(isClass(names, column: Self.column(TableLayout.className, of: alias)))"
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
        unsavedAliases[join.alias] = unsaved
        sources[join.alias] = Source(table: join.entity.name)
        sources[unsaved] = Source(table: join.entity.name, isUnsaved: true)
        let table = layout.tables[join.entity.index]
        let key = Self.column(TableLayout.key, of: join.alias)
        let hides = tables[join.entity.index]??.hidden.isEmpty == false
        let test = hides ? " AND NOT \(PendingShadow.hides(table, key: key))" : SQLText()
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
        let saved = Self.column(name, of: alias)
        guard let unsaved = unsavedAliases[alias] else { return saved }
        return "ifnull(\(Self.column(name, of: unsaved)), \(saved))"
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
            !hasDeletions(of: path.entity)
        else { return column(TableLayout.key, of: alias(of: path)) }
        return column(origin.entity.properties[last].name, of: alias(of: origin))
    }

    private func hasDeletions(of entity: EntityDescription) -> Bool {
        if let known = deletions[entity.index] { return known }
        let hasDeletions = pending?.hasDeletions(entity.index) == true
        deletions[entity.index] = hasDeletions
        return hasDeletions
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
        let frame = Frame(table: destination.name, alias: nextAlias())
        frames[relation.variable.id] = frame
        defer { frames[relation.variable.id] = nil }
        if let test = relation.test {
            setCondition(test, of: frame, variable: relation.variable.id)
        }
        var isShadowed = use(destination)
        if !isShadowed { sources[frame.alias] = Source(table: destination.name) }

        var from: SQLText = "\(identifier: frame.table) AS \(identifier: frame.alias)"
        var conditions: [SQLText]
        switch layout.tables[source.index].places[relation.index] {
        case .joinTable(let index, let isLeft):
            let join = layout.joinTables[index]
            let pair = nextAlias()
            let isPairShadowed = useJoin(index)
            if !isPairShadowed { sources[pair] = Source(table: join.name) }
            isShadowed = isPairShadowed || isShadowed
            let near = isLeft ? join.leftColumn : join.rightColumn
            let far = isLeft ? join.rightColumn : join.leftColumn
            from = """
                \(identifier: join.name) AS \(identifier: pair) JOIN \(from) \
                ON \(frame.key) = \(Self.column(far, of: pair))
                """
            conditions = ["\(Self.column(near, of: pair)) = \(key)"]
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

    // MARK: Pending rows

    /// Prepends the common table expressions for the unsaved rows of the tables that the statement
    /// reads.
    ///
    /// - Throws: The error of encoding an unsaved row of these tables.
    func withPending(_ text: SQLText) throws -> SQLText {
        if let failure { throw failure }
        guard isShadowed else { return text }
        let rows = BoundRows()
        var shadows: [SQLText] = []
        for (index, table) in tables.sorted(by: { $0.key < $1.key }) {
            guard let table else { continue }
            rows.add(table, at: index)
            shadows.append(tableSQL[index].shadow(hidesRows: !table.hidden.isEmpty))
        }
        for (index, pairs) in joinTables.sorted(by: { $0.key < $1.key }) {
            guard let pairs else { continue }
            rows.add(pairs, at: index)
            shadows.append(
                PendingShadow.pairs(layout.joinTables[index], index: index, pairs: pairs)
            )
        }
        return SQLText("WITH \(shadows.joined(separator: ", ")) \(text)", reading: rows)
    }

    /// Whether the statement reads the rows of its first table only, some of which are unsaved.
    var readsOneTable: Bool {
        aliasCount == 0 && joinTables.isEmpty && tables.count == 1 && isShadowed
    }

    /// Returns the statements that read the saved and the unsaved rows of the only table, with the
    /// same parameters.
    ///
    /// - Throws: The error of encoding an unsaved row of the table.
    func separated(_ text: SQLText) throws -> (saved: SQLText, unsaved: SQLText) {
        if let failure { throw failure }
        let rows = BoundRows()
        var shadows = (saved: SQLText(), unsaved: SQLText())
        for case (let index, let table?) in tables {
            rows.add(table, at: index)
            shadows.saved = PendingShadow.savedRows(
                of: layout.tables[index],
                hidesRows: !table.hidden.isEmpty
            )
            shadows.unsaved = PendingShadow.unsavedRows(of: layout.tables[index])
        }
        return (
            SQLText("WITH \(shadows.saved) \(text)", reading: rows),
            SQLText("WITH \(shadows.unsaved) \(text)", reading: rows)
        )
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
