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
        var problems = try Self.structureProblems(in: db, isQuick: options.isQuick)
        let hasDamagedPages = !problems.isEmpty
        // In a damaged database, other queries could return wrong results.
        if problems.isEmpty, !options.isQuick {
            problems = try Self.rowProblems(of: stored, in: db, rules: rules)
        }
        let isReadable = problems.isEmpty
        let cipher = isReadable ? Self.cipher(of: stored, key: key) : nil
        var texts: [DamagedValue] = []
        if isReadable, !options.isQuick || options.includesTexts {
            texts = try TextCheck(stored.shape, owners: options.owners).run(in: db, limit: limit)
        }
        let contents = try (isReadable && !options.isQuick ? rules : []).flatMap {
            try ContentCheck($0, shape: stored.shape, cipher: cipher)?
                .run(in: db, limit: limit, owners: options.owners) ?? []
        }
        if isReadable {
            let damaged = options.isQuick ? nil : Set(texts.map(\.entity))
            problems += try Self.indexProblems(of: stored, in: db, damaged: damaged)
        }
        let hasOnlyIndexProblems =
            !problems.isEmpty && texts.isEmpty && contents.isEmpty
            && problems.allSatisfy { $0.hasPrefix(Self.indexProblem) }
        self.init(
            problems: Array(problems.prefix(limit)),
            needsOnlyIndexes: hasDamagedPages
                ? try Self.hasReadableTables(db) : hasOnlyIndexProblems,
            damagedTexts: texts,
            damagedContents: contents,
            rowCounts: try Self.rowCounts(of: stored, in: db, isDamaged: !problems.isEmpty),
            version: stored.shape.version,
            latest: try isReadable ? options.latest?.latest(of: stored, in: db) : nil,
            isEncrypted: stored.shape.firstEncryptedColumn != nil,
            encryptedValues: try cipher.map {
                try EncryptedValueCheck($0, shape: stored.shape, owners: options.owners).run(in: db)
            }
        )
    }

    /// Checks the pages of a database, and unless the check is quick, its indexes.
    private static func structureProblems(
        in db: SQLiteDatabase,
        isQuick: Bool
    ) throws -> [String] {
        var problems: [String] = []
        let pragma = isQuick ? "quick_check" : "integrity_check"
        do {
            try db.step("PRAGMA \(pragma)(\(problemLimit))", binding: []) { row in
                if let text = row.text(0), text != "ok" { problems.append(text) }
            }
        } catch let error as SQLiteError where error.kind == .damaged {
            problems.append(error.message)
        }
        return problems
    }

    /// Checks the references between rows, and some rules.
    private static func rowProblems(
        of stored: StoredSchema,
        in db: SQLiteDatabase,
        rules: [Rule]
    ) throws -> [String] {
        var problems: [String] = []
        let references =
            "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check LIMIT \(problemLimit)"
        try db.step(references, binding: []) { row in
            problems.append(
                "row \(row.integer(1)) of \(row.text(0) ?? "") refers to a row of "
                    + "\(row.text(2) ?? "") that does not exist"
            )
        }
        let names = Set(stored.shape.entities.map(\.name))
        for rule in rules where names.isSuperset(of: [rule.whole, rule.part]) {
            try db.step(rule.violations(of: stored, limit: problemLimit)) { row in
                problems.append(
                    "row \(row.integer(0)) of \(rule.whole) has \(row.integer(1)) bytes of "
                        + "\(row.integer(2))"
                )
            }
        }
        return problems
    }

    /// Returns the number of rows of each entity; 0 for a damaged table.
    private static func rowCounts(
        of stored: StoredSchema,
        in db: SQLiteDatabase,
        isDamaged: Bool
    ) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        for entity in stored.shape.entities {
            do {
                let count = try db.integer("SELECT count(*) FROM \(identifier: entity.name)")
                counts[entity.name] = Int(count ?? 0)
            } catch let error as SQLiteError where error.kind == .damaged && isDamaged {
                counts[entity.name] = 0
            }
        }
        return counts
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

    /// Compares full-text indexes with their tables: the rows, and the words.
    ///
    /// A string that was damaged after it was indexed differs from its index, which is no fault of
    /// the index: words are not compared if the table has damaged strings.
    ///
    /// - Parameters:
    ///   - stored: The schema of the store.
    ///   - db: The database.
    ///   - damaged: The tables with damaged strings, or `nil` to check only the rows.
    /// - Returns: The problems, which begin with `indexProblem`.
    /// - Throws: `SQLiteError` if a table cannot be read.
    private static func indexProblems(
        of stored: StoredSchema,
        in db: SQLiteDatabase,
        damaged: Set<String>?
    ) throws -> [String] {
        var problems: [String] = []
        for name in stored.shape.entities.map(\.name)
        where try db.contains(table: name + "_search_docsize") {
            let bound = try unindexedBound(of: name, in: db)
            let counts = try indexRowProblems(of: name, in: db, indexedThrough: bound)
            problems += counts
            guard let damaged, counts.isEmpty, !damaged.contains(name) else { continue }
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

    /// Returns the key after which an index may lack rows, or `nil` if it must contain all.
    private static func unindexedBound(of name: String, in db: SQLiteDatabase) throws -> Int64? {
        guard let bound = try UnindexedRows.bound(of: name, in: db) else { return nil }
        let (key, limit) = (SQLText.identifier(TableLayout.key), Int64(UnindexedRows.limit))
        let missing: SQLText = """
            SELECT count(*) FROM (SELECT 1 FROM \(identifier: name) WHERE \(key) > \(bind: bound) \
            AND \(key) NOT IN (SELECT id FROM \(identifier: name + "_search_docsize")) \
            LIMIT \(bind: limit))
            """
        // No commit leaves that many rows to another.
        return try db.integer(missing) == limit ? nil : bound
    }

    /// Compares the rows of an index with the rows of its table, up to a key or all of them.
    private static func indexRowProblems(
        of name: String,
        in db: SQLiteDatabase,
        indexedThrough bound: Int64?
    ) throws -> [String] {
        let (table, index) = (
            SQLText.identifier(name), SQLText.identifier(name + "_search_docsize")
        )
        let key = SQLText.identifier(TableLayout.key)
        let missing: SQLText = """
            SELECT count(*) FROM \(table) WHERE \(key) <= \(bind: bound ?? .max) \
            AND \(key) NOT IN (SELECT id FROM \(index))
            """
        let surplus: SQLText = """
            SELECT count(*) FROM \(index) WHERE id NOT IN (SELECT \(key) FROM \(table))
            """
        return try [(missing, "lacks"), (surplus, "has surplus")].compactMap { query, verb in
            guard let count = try db.integer(query), count > 0 else { return nil }
            return "\(indexProblem) of \(name) \(verb) \(count) \(count == 1 ? "row" : "rows")"
        }
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
