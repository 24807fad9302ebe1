// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension QueryStatement {
    /// Returns the complete statement for the keys and values of groups.
    ///
    /// The arguments are columns of a subquery, because SQLite distributes conditions over the
    /// parts of a shadowed table unless the query itself has an aggregate. Without a shadowed
    /// table, it merges the two levels.
    func aggregate(_ query: AggregateQuery) throws -> SQLText {
        if let filter = query.rows.filter { setCondition(filter, of: root, variable: 0) }
        var columns: [SQLText] = []
        let keys = query.keys.map { Key(name: add($0, to: &columns), kind: $0.type.kind) }
        let terms = query.terms.map { call($0, columns: &columns) }
        var order: [SQLText] = []
        for level in query.order {
            let direction: SQLText = level.isReverse ? " DESC" : ""
            switch level.value {
            case .key(let position): order += keys[position].order(direction)
            case .term(let term):
                order += Key(name: call(term, columns: &columns), kind: term.kind).order(direction)
            }
        }
        let body = self.body(query.rows, isOrdered: false).text
        let selection = columns.isEmpty ? "1" : columns.joined(separator: ", ")
        let end: SQLText = tables.isShadowed ? " LIMIT -1" : ""
        var text: SQLText = """
            SELECT \((keys.map(\.name) + terms).joined(separator: ", ")) \
            FROM (SELECT \(selection) \(body)\(end))
            """
        if !keys.isEmpty {
            order += keys.flatMap { $0.order("") }
            let names = keys.map { $0.name + $0.kind.collation }
            text += " GROUP BY \(names.joined(separator: ", "))"
            text += " ORDER BY \(order.joined(separator: ", "))"
            text += .limit(query.limit, skipped: query.offset)
        }
        return try tables.complete(text)
    }

    /// A result column by which groups can be sorted.
    private struct Key {
        let name: SQLText
        let kind: _ColumnType.Kind

        func order(_ direction: SQLText) -> [SQLText] {
            // The upper half of the range is stored as negative numbers.
            kind == .unsigned64
                ? ["(\(name) < 0)\(direction)", name + direction]
                : [name + kind.collation + direction]
        }
    }

    /// Adds a column to the subquery, unless it has the same already; returns its name.
    private func add(_ expression: QueryExpression, to columns: inout [SQLText]) -> SQLText {
        let value = value(expression)
        let known = columns.firstIndex { column in
            column.sql.hasPrefix(value.sql + " AS ") && column.bindings == value.bindings
        }
        let name: SQLText = .identifier("v\(known ?? columns.count)")
        if known == nil { columns.append("\(value) AS \(name)") }
        return name
    }

    /// Returns the call of an aggregate function.
    private func call(_ term: AggregateQuery.Term, columns: inout [SQLText]) -> SQLText {
        guard let argument = term.argument else { return "count(*)" }
        let kind = argument.type.kind
        let name = add(argument, to: &columns)
        let compared = name + kind.collation
        switch term.function {
        case .count: return "count(\(name))"
        case .countDistinct: return "count(DISTINCT \(compared))"
        case .sum: return "swift_sum_\(SQLText(raw: kind.arithmetic))(\(name))"
        case .average: return "swift_average_\(SQLText(raw: kind.arithmetic))(\(name))"
        case .minimum, .maximum:
            let function = SQLText(raw: term.function == .minimum ? "min" : "max")
            guard kind == .unsigned64 else { return "\(function)(\(compared))" }
            return signFlipped("\(function)(\(signFlipped(name)))")
        }
    }

    /// Returns an integer with a flipped sign bit, which converts between the orders of unsigned
    /// and signed integers.
    private func signFlipped(_ value: SQLText) -> SQLText {
        "((~\(value) & -9223372036854775808) | (\(value) & 9223372036854775807))"
    }
}

extension AggregateQuery.Term {
    /// The kind of the value.
    fileprivate var kind: _ColumnType.Kind {
        guard let argument = argument?.type.kind else { return .integer }
        switch function {
        case .count, .countDistinct: return .integer
        case .average: return .double
        case .sum, .minimum, .maximum: return argument
        }
    }
}

extension _ColumnType.Kind {
    /// The name of the arithmetic in the names of aggregate functions.
    fileprivate var arithmetic: String {
        switch self {
        case .unsigned64: "unsigned"
        case .decimal: "decimal"
        case .float, .double, .date: "real"
        case .bool, .integer, .text, .data, .url, .uuid, .json: "integer"
        }
    }
}
