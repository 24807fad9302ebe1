// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A builder for one statement: its tables, their joins and the pending rows that it reads.
final class QueryStatement {
    /// A table in a `FROM` clause with its joins along to-one relationships.
    final class Frame {
        let table: String
        let alias: String
        fileprivate(set) var joins = SQLText()
        fileprivate var aliases: [[Int]: String] = [:]

        fileprivate init(table: String, alias: String) {
            self.table = table
            self.alias = alias
        }

        var key: SQLText { column(TableLayout.key) }
        func column(_ name: String) -> SQLText { QueryStatement.column(name, of: alias) }
    }

    let layout: SchemaLayout
    let pending: PendingRows?
    let root: Frame
    private var frames: [Int: Frame] = [:]
    private var aliasCount = 0
    private var usedTables: Set<Int> = []
    private var usedJoins: Set<Int> = []

    /// Creates a statement on an entity, whose rows are variable 0.
    init(layout: SchemaLayout, pending: PendingRows?, root entity: EntityDescription) {
        self.layout = layout
        self.pending = pending
        root = Frame(table: entity.name, alias: "t0")
        frames[0] = root
        usedTables.insert(entity.index)
    }

    static func column(_ name: String, of alias: String) -> SQLText {
        "\(identifier: alias).\(identifier: name)"
    }

    /// Records that the statement reads the table of an entity.
    func use(_ entity: EntityDescription) { usedTables.insert(entity.index) }
    /// Records that the statement reads a join table.
    func useJoin(_ index: Int) { usedJoins.insert(index) }

    private func nextAlias() -> String {
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
            let property = entity.properties[step]
            guard let destination = property.destination else { return alias }
            let prefix = Array(path.steps[...position])
            if let existing = frame.aliases[prefix] {
                alias = existing
            } else {
                let joined = nextAlias()
                use(destination)
                frame.joins += join(property, of: entity, at: alias, to: destination, as: joined)
                frame.aliases[prefix] = joined
                alias = joined
            }
            entity = destination
        }
        return alias
    }

    private func join(
        _ property: PropertyDescription,
        of entity: EntityDescription,
        at alias: String,
        to destination: EntityDescription,
        as joined: String
    ) -> SQLText {
        let target: SQLText
        if layout.tables[entity.index].places[property.index] == .ownColumn {
            target = Self.column(property.name, of: alias)
        } else {
            // Several rows can refer to this one, although the model can only hold one of them.
            let inverse = property.inverseProperty?.name ?? TableLayout.key
            target = """
                (SELECT min(\(identifier: TableLayout.key)) FROM \(identifier: destination.name) \
                WHERE \(identifier: inverse) = \(Self.column(TableLayout.key, of: alias)))
                """
        }
        return """
             LEFT JOIN \(identifier: destination.name) AS \(identifier: joined) \
            ON \(Self.column(TableLayout.key, of: joined)) = \(target)
            """
    }

    /// Returns the key at the end of a path.
    ///
    /// The key is read from the referring column if that cannot contain a dangling reference.
    func key(of path: QueryPath) -> SQLText {
        guard let last = path.steps.last, let origin = path.origin else {
            return Self.column(TableLayout.key, of: alias(of: path))
        }
        let table = layout.tables[origin.entity.index]
        guard table.places[last] == .ownColumn,
            table.columns(of: last).first?.references != nil,
            pending?.hasDeletions(path.entity.index) != true
        else { return Self.column(TableLayout.key, of: alias(of: path)) }
        return Self.column(origin.entity.properties[last].name, of: alias(of: origin))
    }

    // MARK: Relationships

    /// Returns a subquery over the rows of a relationship that satisfy its test.
    func subquery(_ selection: SQLText, from relation: QueryRelation) -> SQLText {
        let source = relation.source.entity
        let destination = relation.variable.entity
        let property = source.properties[relation.index]
        let key = key(of: relation.source)
        let frame = Frame(table: destination.name, alias: nextAlias())
        frames[relation.variable.id] = frame
        defer { frames[relation.variable.id] = nil }
        use(destination)

        var from: SQLText = "\(identifier: frame.table) AS \(identifier: frame.alias)"
        var conditions: [SQLText]
        switch layout.tables[source.index].places[relation.index] {
        case .joinTable(let index, let isLeft):
            let join = layout.joinTables[index]
            let pair = nextAlias()
            useJoin(index)
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
            conditions.append(condition(test, nullIsFalse: true))
        }
        return """
            (SELECT \(selection) FROM \(from)\(frame.joins) \
            WHERE \(conditions.joined(separator: " AND ")))
            """
    }

    // MARK: Pending rows

    /// Prepends the common table expressions for pending rows of the tables that the statement
    /// reads.
    func withPending(_ text: SQLText) throws -> SQLText {
        guard let pending else { return text }
        let shadows =
            try usedTables.sorted().compactMap { index in
                try pending.table(index).map { PendingShadow.table(layout.tables[index], $0) }
            }
            + usedJoins.sorted().compactMap { index in
                pending.links(index).map { PendingShadow.links(layout.joinTables[index], $0) }
            }
        guard !shadows.isEmpty else { return text }
        return "WITH \(shadows.joined(separator: ", ")) \(text)"
    }
}

extension QueryPath {
    /// The path without its last step; nil for a variable.
    var origin: QueryPath? {
        guard !steps.isEmpty else { return nil }
        var path = QueryPath(variable)
        for step in steps.dropLast() {
            guard let longer = path.appending(path.entity.properties[step]) else { return nil }
            path = longer
        }
        return path
    }
}
