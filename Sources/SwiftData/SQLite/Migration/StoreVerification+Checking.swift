// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension StoreVerification {
    /// The maximum number of problems that are searched for.
    private static let problemLimit = 20

    /// Checks the structure of a database, the references between rows, and some rules.
    init(of stored: StoredSchema, in db: SQLiteDatabase, _ rules: [Rule]) throws {
        let limit = Self.problemLimit
        var problems: [String] = []
        do {
            try db.step("PRAGMA integrity_check(\(limit))", []) { row in
                if let text = row.text(0), text != "ok" { problems.append(text) }
            }
        } catch let error as SQLiteError where error.kind == .damaged {
            problems.append(error.message)
        }
        // Of a damaged database, other queries could return anything.
        if problems.isEmpty {
            try db.step(
                "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT \(limit)",
                []
            ) { row in
                problems.append(
                    "row \(row.integer(1)) of \(row.text(0) ?? "") refers to a row of "
                        + "\(row.text(2) ?? "") that does not exist"
                )
            }
            let names = Set(stored.shape.entities.map(\.name))
            for rule in rules where names.isSuperset(of: [rule.whole, rule.part]) {
                try db.step(rule.violations(limit: limit)) { row in
                    problems.append(
                        "row \(row.integer(0)) of \(rule.whole) has \(row.integer(1)) bytes of "
                            + "\(row.integer(2))"
                    )
                }
            }
        }
        var counts: [String: Int] = [:]
        for entity in stored.shape.entities {
            do {
                let count = try db.integer("SELECT count(*) FROM \(identifier: entity.name)")
                counts[entity.name] = Int(count ?? 0)
            } catch let error as SQLiteError where error.kind == .damaged && !problems.isEmpty {
                counts[entity.name] = 0
            }
        }
        self.init(
            problems: Array(problems.prefix(limit)),
            rowCounts: counts,
            version: stored.shape.version
        )
    }
}

extension StoreVerification.Rule {
    /// A query of the rows whose parts have another size than recorded.
    fileprivate func violations(limit: Int) -> SQLText {
        let key = TableLayout.key
        return """
            SELECT key, actual, expected FROM (
                SELECT \(identifier: key) AS key, \(identifier: size) AS expected,
                    (SELECT coalesce(sum(length(\(identifier: content))), 0)
                     FROM \(identifier: part)
                     WHERE \(identifier: part).\(identifier: owner)
                         = \(identifier: whole).\(identifier: key)) AS actual
                FROM \(identifier: whole) WHERE \(identifier: condition))
            WHERE actual <> expected LIMIT \(bind: Int64(limit))
            """
    }
}
