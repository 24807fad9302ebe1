// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Reads the rows of `EXPLAIN QUERY PLAN`.
struct PlanReader {
    private let tables: Set<String>
    private let sources: [String: StatementTables.Source]
    private var depths: [Int64: Int] = [:]
    private(set) var steps: [QueryPlan.Step] = []
    private(set) var accesses: [QueryPlan.TableAccess] = []

    /// Creates a reader for a statement, given its tables by alias.
    init(_ layout: SchemaLayout, sources: [String: StatementTables.Source]) {
        tables = Set(layout.tables.map(\.name) + layout.joinTables.map(\.name))
        self.sources = sources
    }

    /// Reads the next row.
    ///
    /// - Parameters:
    ///   - identifier: The number of the step.
    ///   - parent: The number of the step of which it is a part; 0 for none.
    ///   - detail: The description of the step.
    mutating func read(identifier: Int64, parent: Int64, detail: String) {
        let depth = depths[parent].map { $0 + 1 } ?? 0
        depths[identifier] = depth
        steps.append(QueryPlan.Step(detail: detail, depth: depth))
        if let access = access(detail) { accesses.append(access) }
    }

    /// Returns the access that a step describes, such as
    /// `SEARCH t0 USING INDEX Book_year_index (year>?)`; nil if it does not read a table.
    private func access(_ detail: String) -> QueryPlan.TableAccess? {
        let words = detail.split(separator: " ").map(String.init)
        guard words.count > 1, words[0] == "SCAN" || words[0] == "SEARCH",
            let source = source(words[1])
        else { return nil }
        return QueryPlan.TableAccess(
            table: source.table,
            index: source.isUnsaved ? nil : index(Array(words.dropFirst(2))),
            isFullScan: source.isUnsaved ? !readsByColumn(words) : words[0] == "SCAN",
            isUnsaved: source.isUnsaved
        )
    }

    private func source(_ name: String) -> StatementTables.Source? {
        if let source = sources[name] { return source }
        let prefixes = ["main.": false, PendingModule.prefix: true]
        for (prefix, isUnsaved) in prefixes where name.hasPrefix(prefix) {
            let table = String(name.dropFirst(prefix.count))
            if tables.contains(table) {
                return StatementTables.Source(table: table, isUnsaved: isUnsaved)
            }
        }
        return nil
    }

    private func index(_ words: [String]) -> QueryPlan.TableAccess.Index? {
        guard words.first == "USING" else { return nil }
        if words.contains("AUTOMATIC") { return .temporary }
        if words.dropFirst().starts(with: ["INTEGER", "PRIMARY", "KEY"]) { return .primaryKey }
        let name = words.firstIndex(of: "INDEX").map { words.index(after: $0) }
        guard let name, words.indices.contains(name) else { return nil }
        return .named(words[name])
    }

    /// Returns whether unsaved rows are found by the values of columns: whether the number of the
    /// plan after `VIRTUAL TABLE INDEX` is not 0.
    private func readsByColumn(_ words: [String]) -> Bool {
        guard let last = words.firstIndex(of: "INDEX"), words.indices.contains(last + 1) else {
            return false
        }
        let plan = words[last + 1].prefix { $0 != ":" }
        return Int(plan) ?? 0 >= PendingSource.scanCount
    }
}

extension SQLText {
    /// The values of the parameters as SQL literals; data is abbreviated.
    var parameterDescriptions: [String] {
        bindings.enumerated().map { position, value in
            switch value {
            case .null: rows != nil && position == 0 ? "unsaved changes" : "NULL"
            case .integer(let integer): String(integer)
            case .real(let real): String(real)
            case .text(let text): SQLText.literal(text)
            case .blob(let data): "\(data.count) bytes"
            }
        }
    }
}
