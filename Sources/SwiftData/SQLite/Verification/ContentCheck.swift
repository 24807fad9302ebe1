// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The comparison of contents, each in several rows, with their recorded digests.
///
/// One part of a content is in memory at a time.
struct ContentCheck {
    private let rule: StoreVerification.Rule
    private let digest: StoreVerification.Rule.Digest
    private let whole: SchemaSnapshot.Entity
    private let part: SchemaSnapshot.Entity
    private let cipher: ValueCipher?

    /// Creates a check; nil if the rule has no digest, the schema lacks a property of the rule, or
    /// the contents are encrypted and there is no key.
    init?(_ rule: StoreVerification.Rule, shape: SchemaSnapshot, cipher: ValueCipher?) {
        guard let digest = rule.digest, let whole = shape.entity(named: rule.whole),
            let part = shape.entity(named: rule.part),
            let recorded = whole.attribute(named: digest.property),
            let name = whole.attribute(named: digest.name),
            let content = part.attribute(named: rule.content),
            part.attribute(named: digest.position) != nil,
            cipher != nil || ![recorded, name, content].contains(where: \.policy.isEncrypted)
        else { return nil }
        self.rule = rule
        self.digest = digest
        self.whole = whole
        self.part = part
        self.cipher = cipher
    }

    /// Returns the first contents with a wrong digest, up to a limit.
    ///
    /// Contents with a value that cannot be decrypted are omitted: `EncryptedValueCheck` finds the
    /// value.
    ///
    /// - Throws: `SQLiteError` if the database cannot be read.
    func run(
        in db: SQLiteDatabase,
        limit: Int,
        owners: [DamagedValue.Ownership]
    ) throws -> [StoreVerification.DamagedContent] {
        let query: SQLText = """
            SELECT \(identifier: TableLayout.key), \(identifier: digest.property), \
            \(identifier: digest.name) \
            FROM \(identifier: whole.name) WHERE \(identifier: rule.condition)
            """
        var damages: [StoreVerification.DamagedContent] = []
        try db.step(query) { row in
            let key = row.integer(0)
            guard damages.count < limit,
                case .text(let recorded)? = value(
                    of: digest.property,
                    in: whole,
                    key: key,
                    row: row,
                    column: 1
                ),
                try !hasDigest(recorded, key: key, in: db)
            else { return }
            var name = ""
            if case .text(let text)? = value(
                of: digest.name,
                in: whole,
                key: key,
                row: row,
                column: 2
            ) {
                name = text
            }
            let owner = try owners.owner(of: key, in: whole.name, db: db)
            damages.append(StoreVerification.DamagedContent(name: name, owner: owner))
        }
        return damages
    }

    /// Returns whether the content of a row has a digest, or cannot be decrypted.
    private func hasDigest(
        _ recorded: String,
        key: Int64,
        in db: SQLiteDatabase
    ) throws -> Bool {
        var digest = digest.make()
        var length: Int64 = 0
        for (key, position) in try parts(of: key, in: db) {
            guard let bytes = try bytes(ofPart: key, in: db) else { return true }
            guard position == length else { return false }
            digest.append(bytes)
            length += Int64(bytes.count)
        }
        return digest.text == recorded
    }

    /// Returns the keys and positions of the parts of a content, in their order.
    ///
    /// Without the bytes: SQLite would hold all of them in memory to sort the rows.
    private func parts(
        of key: Int64,
        in db: SQLiteDatabase
    ) throws -> [(key: Int64, position: Int64)] {
        let query: SQLText = """
            SELECT \(identifier: TableLayout.key), \(identifier: digest.position) \
            FROM \(identifier: part.name) WHERE \(identifier: rule.owner) = \(bind: key) \
            ORDER BY \(identifier: digest.position)
            """
        var parts: [(key: Int64, position: Int64)] = []
        try db.step(query) { row in parts.append((row.integer(0), row.integer(1))) }
        return parts
    }

    /// Returns the bytes of a part; nil if they cannot be decrypted.
    private func bytes(ofPart key: Int64, in db: SQLiteDatabase) throws -> Data? {
        let query: SQLText = """
            SELECT \(identifier: rule.content) FROM \(identifier: part.name) \
            WHERE \(identifier: TableLayout.key) = \(bind: key)
            """
        var bytes: Data?
        try db.step(query) { row in
            if case .blob(let data)? = value(
                of: rule.content,
                in: part,
                key: key,
                row: row,
                column: 0
            ) {
                bytes = data
            }
        }
        return bytes
    }

    /// Returns the value of a property in a column of a row; nil if it cannot be decrypted.
    private func value(
        of property: String,
        in entity: SchemaSnapshot.Entity,
        key: Int64,
        row: SQLiteStatement,
        column: Int32
    ) -> _ColumnValue? {
        let stored = row.value(column)
        guard entity.attribute(named: property)?.policy.isEncrypted == true else { return stored }
        guard case .blob(let sealed) = stored else { return nil }
        return cipher?.open(sealed, at: .init(table: entity.name, column: property, key: key))
    }
}
