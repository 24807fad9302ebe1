// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// SQL text together with the values of its parameters.
///
/// String interpolation accepts only other `SQLText`, identifiers, which are quoted, and values,
/// which are bound. A value therefore never becomes part of the SQL text by accident.
struct SQLText: ExpressibleByStringInterpolation {
    /// The text of the statement.
    private(set) var sql = ""
    /// The values of the parameters, in order.
    private(set) var bindings: [_ColumnValue] = []
    /// The parameters that a query supplies values for, with their positions in `bindings`.
    private(set) var parameters: [(position: Int, parameter: QueryParameter)] = []
    /// The unsaved rows to bind to the first parameter; its entry in `bindings` is NULL.
    private(set) var rows: BoundRows?

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = SQLText()

        init(literalCapacity: Int, interpolationCount: Int) {
            text.sql.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        mutating func appendLiteral(_ literal: String) { text.sql += literal }
        mutating func appendInterpolation(_ other: SQLText) { text += other }
        mutating func appendInterpolation(identifier name: String) {
            text.sql += SQLText.quoted(name)
        }
        mutating func appendInterpolation(bind value: _ColumnValue) {
            text.sql += "?"
            text.bindings.append(value)
        }
        mutating func appendInterpolation(bind value: Int64) {
            appendInterpolation(bind: .integer(value))
        }
        mutating func appendInterpolation(parameter: QueryParameter) {
            text.parameters.append((text.bindings.count, parameter))
            appendInterpolation(bind: .null)
        }
    }

    init() {}
    init(stringLiteral value: String) { sql = value }
    init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

    /// Creates SQL from text that is known to be a complete token.
    init(raw token: String) { sql = token }

    /// Creates a statement from the SQL of another one and the values of its parameters.
    init(rendered sql: String, bindings: [_ColumnValue]) {
        self.sql = sql
        self.bindings = bindings
    }

    /// Creates a statement that reads unsaved rows, which its first parameter refers to as `?1`.
    init(_ text: SQLText, reading rows: BoundRows) {
        sql = text.sql
        bindings = [.null] + text.bindings
        parameters = text.parameters.map { ($0.position + 1, $0.parameter) }
        self.rows = rows
    }

    /// The statement without the unsaved rows to which the first parameter refers.
    var withoutRows: SQLText {
        var text = self
        text.rows = nil
        return text
    }

    /// Sets the parameters to the values of a query.
    mutating func bind(_ query: FetchQuery) {
        for (position, parameter) in parameters { bindings[position] = query.value(of: parameter) }
    }

    /// Sets the unsaved rows to which the first parameter refers.
    mutating func bind(_ rows: BoundRows?) { self.rows = rows }

    var isEmpty: Bool { sql.isEmpty }

    /// The statement that describes the execution of this one, with the same parameters.
    var explained: SQLText { replacingSQL(with: "EXPLAIN QUERY PLAN " + sql) }

    /// Returns another statement with the same parameters.
    func replacingSQL(with sql: String) -> SQLText {
        var text = self
        text.sql = sql
        return text
    }

    /// Creates a quoted SQL identifier.
    static func identifier(_ name: String) -> SQLText {
        var text = SQLText()
        text.sql = quoted(name)
        return text
    }

    /// Creates the name of a column in the rows of an alias.
    static func column(_ name: String, of alias: String) -> SQLText {
        "\(identifier: alias).\(identifier: name)"
    }

    /// Returns a name as a quoted SQL identifier.
    static func quoted(_ name: String) -> String {
        quoted(name, by: "\"")
    }

    /// Returns a text as a quoted SQL literal.
    static func literal(_ text: String) -> String {
        quoted(text, by: "'")
    }

    private static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
        var quoted = String()
        quoted.reserveCapacity(text.utf8.count + 2)
        quoted.unicodeScalars.append(quote)
        if text.utf8.contains(UInt8(ascii: quote)) {
            for scalar in text.unicodeScalars {
                if scalar == quote { quoted.unicodeScalars.append(quote) }
                quoted.unicodeScalars.append(scalar)
            }
        } else {
            quoted += text
        }
        quoted.unicodeScalars.append(quote)
        return quoted
    }

    static func + (lhs: SQLText, rhs: SQLText) -> SQLText {
        var result = lhs
        result += rhs
        return result
    }

    static func += (lhs: inout SQLText, rhs: SQLText) {
        lhs.sql += rhs.sql
        if !rhs.parameters.isEmpty {
            for (position, parameter) in rhs.parameters {
                lhs.parameters.append((lhs.bindings.count + position, parameter))
            }
        }
        if !rhs.bindings.isEmpty { lhs.bindings += rhs.bindings }
    }
}

extension Sequence<SQLText> {
    /// Returns the concatenated SQL with a separator between the parts.
    func joined(separator: SQLText) -> SQLText {
        var result = SQLText()
        for (position, text) in enumerated() {
            if position > 0 { result += separator }
            result += text
        }
        return result
    }
}

/// The unsaved rows that one statement reads, bound to its first parameter.
final class BoundRows {
    /// The type of the bound pointer; SQLite ignores a pointer of another type.
    static let pointerType: StaticString = "swiftdata_rows"

    // Lists, because a statement reads few tables, most statements one.
    private var tables: [(index: Int, rows: PendingTable)] = []
    private var joinTables: [(index: Int, pairs: PendingPairs)] = []

    /// Adds the rows of the table of an entity, by its index.
    func add(_ rows: PendingTable, at entity: Int) { tables.append((entity, rows)) }

    /// Adds the pairs of a join table, by its index.
    func add(_ pairs: PendingPairs, at index: Int) { joinTables.append((index, pairs)) }

    /// Returns the rows of the table of an entity, or `nil` if the statement reads none.
    func table(_ entity: Int) -> PendingTable? { tables.first { $0.index == entity }?.rows }

    /// Returns the pairs of a join table, or `nil` if the statement reads none.
    func pairs(_ index: Int) -> PendingPairs? { joinTables.first { $0.index == index }?.pairs }
}

extension _ColumnType.Kind {
    /// The type of a column in a `STRICT` table.
    var sqlType: String {
        switch self {
        case .bool, .integer, .unsigned64: "INTEGER"
        case .float, .double, .date: "REAL"
        case .decimal, .text, .url, .uuid, .json: "TEXT"
        case .data: "BLOB"
        }
    }
}

/// A parameter of a statement that the query supplies a value for.
enum QueryParameter: Hashable, Sendable {
    /// A value of the query's template, by its index.
    case value(Int)
    /// The only key of the scope, or the key of the owner of the relationship that is read.
    case key
    /// The keys of the scope, as a JSON array without duplicates.
    case keys
    /// A value of the condition on the foreign keys of the scope's rows, by its index.
    case foreignKey(Int)
    case limit
    case offset
}

extension FetchQuery {
    /// Returns the value of a parameter of the query's statement.
    func value(of parameter: QueryParameter) -> _ColumnValue {
        switch parameter {
        case .value(let index): return value(at: index)
        case .limit: return .integer(Int64(limit.map { max($0, 0) } ?? -1))
        case .offset: return .integer(Int64(skippedCount))
        case .key, .keys, .foreignKey: break
        }
        switch scope {
        case .keys(let keys) where parameter == .keys: return JSONArray.text(ofDistinct: keys)
        case .keys(let keys): return keys.first.map { .integer($0) } ?? .null
        case .referring(let keys, _):
            guard case .foreignKey(let index) = parameter else { return .null }
            return keys.values[index]
        case .related(let key, _, _): return .integer(key)
        case .all: return .null
        }
    }
}

extension KeyCondition {
    /// The values of the parameters in the statement.
    var values: [_ColumnValue] {
        switch self {
        case .range(let range): [.integer(range.lowerBound), .integer(range.upperBound)]
        case .list(let keys): [JSONArray.text(ofDistinct: keys)]
        }
    }
}
