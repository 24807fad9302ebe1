// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension StoreVerification {
    /// Checks the structure of a database, the references between rows, its values, and some rules.
    init(
        of stored: StoredSchema,
        in db: SQLiteDatabase,
        rules: [Rule],
        options: Options,
        key: ModelConfiguration.EncryptionKey?
    ) throws {
        let limit = Self.problemLimit
        var problems: [String] = []
        do {
            let pragma = options.isQuick ? "quick_check" : "integrity_check"
            try db.step("PRAGMA \(pragma)(\(limit))", binding: []) { row in
                if let text = row.text(0), text != "ok" { problems.append(text) }
            }
        } catch let error as SQLiteError where error.kind == .damaged {
            problems.append(error.message)
        }
        let hasDamagedPages = !problems.isEmpty
        // In a damaged database, other queries could return wrong results.
        if problems.isEmpty, !options.isQuick {
            try db.step(
                "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT \(limit)",
                binding: []
            ) { row in
                problems.append(
                    "row \(row.integer(1)) of \(row.text(0) ?? "") refers to a row of "
                        + "\(row.text(2) ?? "") that does not exist"
                )
            }
            let names = Set(stored.shape.entities.map(\.name))
            for rule in rules where names.isSuperset(of: [rule.whole, rule.part]) {
                try db.step(rule.violations(of: stored, limit: limit)) { row in
                    problems.append(
                        "row \(row.integer(0)) of \(rule.whole) has \(row.integer(1)) bytes of "
                            + "\(row.integer(2))"
                    )
                }
            }
        }
        let isReadable = problems.isEmpty
        let cipher = isReadable ? Self.cipher(of: stored, key: key) : nil
        var texts: [DamagedValue] = []
        var contents: [DamagedContent] = []
        if isReadable, !options.isQuick || options.includesTexts {
            texts = try TextCheck(stored.shape, owners: options.owners).run(in: db, limit: limit)
        }
        if isReadable, !options.isQuick {
            for rule in rules {
                let check = ContentCheck(rule, shape: stored.shape, cipher: cipher)
                contents += try check?.run(in: db, limit: limit, owners: options.owners) ?? []
            }
        }
        if isReadable {
            problems += try Self.indexProblems(
                of: stored,
                in: db,
                isQuick: options.isQuick,
                damaged: Set(texts.map(\.entity))
            )
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
        let needsOnlyIndexes =
            hasDamagedPages
            ? try Self.hasReadableTables(db)
            : !problems.isEmpty && texts.isEmpty && contents.isEmpty
                && problems.allSatisfy { $0.hasPrefix(Self.indexProblem) }
        self.init(
            problems: Array(problems.prefix(limit)),
            needsOnlyIndexes: needsOnlyIndexes,
            damagedTexts: texts,
            damagedContents: contents,
            rowCounts: counts,
            version: stored.shape.version,
            latest: isReadable
                ? try options.latest.flatMap { try $0.latest(of: stored, in: db) } : nil,
            isEncrypted: stored.shape.firstEncryptedColumn != nil,
            encryptedValues: try cipher.map { cipher in
                try EncryptedValueCheck(cipher, shape: stored.shape, owners: options.owners).run(
                    in: db
                )
            }
        )
    }

    /// Returns whether all rows can be read without an index.
    private static func hasReadableTables(_ db: SQLiteDatabase) throws -> Bool {
        do {
            var names: [String] = []
            try db.step("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0") {
                if let name = $0.text(0) { names.append(name) }
            }
            for name in names {
                try db.step("SELECT * FROM \(identifier: name) NOT INDEXED") { _ in }
            }
            return true
        } catch let error as SQLiteError where error.kind == .damaged {
            return false
        }
    }

    /// Returns the cipher of an encrypted store; `nil` if the key belongs to another store.
    private static func cipher(
        of stored: StoredSchema,
        key: ModelConfiguration.EncryptionKey?
    ) -> ValueCipher? {
        guard stored.shape.firstEncryptedColumn != nil, let key, let keyCheck = stored.keyCheck
        else { return nil }
        let cipher = ValueCipher(key)
        return cipher.matches(keyCheck: keyCheck) ? cipher : nil
    }

    /// Compares full-text indexes with their tables: the rows, and unless the check is quick, the
    /// words.
    ///
    /// A string that was damaged after it was indexed differs from its index, which is no fault of
    /// the index: words are not compared if the table has damaged strings.
    private static func indexProblems(
        of stored: StoredSchema,
        in db: SQLiteDatabase,
        isQuick: Bool,
        damaged: Set<String>
    ) throws -> [String] {
        var problems: [String] = []
        for name in stored.shape.entities.map(\.name)
        where try db.contains(table: name + "_search_docsize") {
            let (table, index) = (
                SQLText.identifier(name), SQLText.identifier(name + "_search_docsize")
            )
            let key = SQLText.identifier(TableLayout.key)
            var bound = try UnindexedRows.bound(of: name, in: db)
            if let known = bound {
                let after: SQLText = """
                    SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(key) > \(bind: known) \
                    AND \(key) NOT IN (SELECT id FROM \(index)) LIMIT \(bind: Int64(UnindexedRows.limit)))
                    """
                // No commit leaves that many rows to another.
                if try db.integer(after) == Int64(UnindexedRows.limit) { bound = nil }
            }
            let missing: SQLText = """
                SELECT count(*) FROM \(table) WHERE \(key) <= \(bind: bound ?? .max) \
                AND \(key) NOT IN (SELECT id FROM \(index))
                """
            let surplus: SQLText = """
                SELECT count(*) FROM \(index) WHERE id NOT IN (SELECT \(key) FROM \(table))
                """
            let count = problems.count
            for (query, verb) in [(missing, "lacks"), (surplus, "has surplus")] {
                guard let count = try db.integer(query), count > 0 else { continue }
                problems.append(
                    "\(indexProblem) of \(name) \(verb) \(count) \(count == 1 ? "row" : "rows")"
                )
            }
            guard !isQuick, problems.count == count, !damaged.contains(name) else { continue }
            do {
                let comparison = try FullTextComparison(of: name, in: db)
                let different = try comparison?.differenceCount(ignoringMissingAfter: bound) ?? 0
                guard different > 0 else { continue }
                problems.append(
                    "\(indexProblem) of \(name) has other words than "
                        + "\(different) \(different == 1 ? "row" : "rows")"
                )
            } catch let error as SQLiteError where error.kind == .damaged {
                problems.append("\(indexProblem) of \(name) is damaged (\(error.message))")
            }
        }
        return problems
    }
}

extension StoreVerification.DateProperty {
    /// Returns the latest date; nil if the store has no such column or no rows.
    fileprivate func latest(of stored: StoredSchema, in db: SQLiteDatabase) throws -> Date? {
        guard stored.shape.entities.contains(where: { $0.name == entity }) else { return nil }
        let query: SQLText = """
            SELECT max(\(identifier: property)) FROM \(identifier: entity)
            """
        var date: Date?
        try db.step(query) { row in
            guard row.storageClass(0) == .real else { return }
            date = Date(timeIntervalSinceReferenceDate: row.real(0))
        }
        return date
    }
}

extension StoreVerification.Rule {
    /// A query of the rows with parts of another total size than recorded.
    fileprivate func violations(of stored: StoredSchema, limit: Int) -> SQLText {
        let key = TableLayout.key
        let column = stored.shape.entity(named: part)?.attribute(named: content)
        let surplus = column?.policy.isEncrypted == true ? ValueCipher.surplus : 0
        return """
            SELECT key, actual, expected FROM (
                SELECT \(identifier: key) AS key, \(identifier: size) AS expected,
                    (SELECT coalesce(sum(length(\(identifier: content)) - \(bind: Int64(surplus))), 0)
                     FROM \(identifier: part)
                     WHERE \(identifier: part).\(identifier: owner)
                         = \(identifier: whole).\(identifier: key)) AS actual
                FROM \(identifier: whole) WHERE \(identifier: condition))
            WHERE actual <> expected LIMIT \(bind: Int64(limit))
            """
    }
}
