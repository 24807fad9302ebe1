// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension TableMigration {
    /// Whether values become encrypted that were not.
    var encryptsStoredValues: Bool { mapping.entities.contains { $0.gainsEncryption } }

    /// Encrypts the values in the history of entities that gain an encrypted attribute.
    func encryptTombstones(in db: SQLiteDatabase) throws {
        guard let cipher, encryptsStoredValues else { return }
        let function = "swiftdata_seal_tombstone"
        try db.addFunction(function, arguments: 3) { call in
            let (entity, key) = (call.text(1), call.integer(2))
            let values = try HistoryJSON.values(in: call.text(0)).map { name, value in
                let place = ValueCipher.Place(table: entity, column: name, key: key)
                return (name, try value.sealed(by: cipher, at: place))
            }
            call.result(try HistoryJSON.values(Dictionary(uniqueKeysWithValues: values)))
        }
        let encrypted = mapping.entities.filter(\.gainsEncryption)
        for name in encrypted.flatMap(\.new.classNames) {
            try db.run(
                """
                UPDATE swiftdata_change \
                SET tombstone = \(SQLText(raw: function))(tombstone, entity, key) \
                WHERE entity = \(bind: .text(name)) AND tombstone IS NOT NULL
                """
            )
        }
    }

    /// Records the key check of a store whose first encrypted attribute was added.
    func recordKey(in db: SQLiteDatabase) throws {
        guard let cipher, mapping.new.firstEncryptedColumn != nil,
            try StoreMetadata.value(StoreMetadata.Name.keyCheck, in: db) == nil
        else { return }
        try StoreMetadata.set(StoreMetadata.Name.keyCheck, to: try cipher.keyCheck(), in: db)
    }
}
