// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension TableMigration {
    /// Whether unencrypted values become encrypted.
    var encryptsStoredValues: Bool { mapping.entities.contains { $0.gainsEncryption } }

    /// Encrypts the values in the history of entities that gain an encrypted attribute.
    func encryptTombstones(in db: SQLiteDatabase) throws {
        guard let cipher = key.cipher, encryptsStoredValues else { return }
        let function = "swiftdata_seal_tombstone"
        try db.addFunction(function, arguments: 3) { call in
            let (entity, key) = (call.text(1), call.integer(2))
            guard let tombstone = call.validText(0) else {
                throw SwiftDataError.loadIssue(
                    "a value of the deleted row \(key) of \(entity) is not valid UTF-8, and cannot "
                        + "be encrypted"
                )
            }
            let values = try HistoryJSON.values(in: tombstone).map { name, value in
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

    /// Decrypts the values in the history of entities without remaining encrypted attributes.
    func decryptTombstones(in db: SQLiteDatabase) throws {
        let decrypted = mapping.entities.filter(\.losesEncryption)
        guard let cipher = key.cipher, !decrypted.isEmpty else { return }
        let function = "swiftdata_open_tombstone"
        try db.addFunction(function, arguments: 3) { call in
            let (entity, key) = (call.text(1), call.integer(2))
            let values = try HistoryJSON.values(in: call.text(0)).map { name, value in
                let place = ValueCipher.Place(table: entity, column: name, key: key)
                return (name, value.opened(by: cipher, at: place))
            }
            call.result(try HistoryJSON.values(Dictionary(uniqueKeysWithValues: values)))
        }
        for name in decrypted.flatMap({ $0.old?.classNames ?? [] }) {
            try db.run(
                """
                UPDATE swiftdata_change \
                SET tombstone = \(SQLText(raw: function))(tombstone, entity, key) \
                WHERE entity = \(bind: .text(name)) AND tombstone IS NOT NULL
                """
            )
        }
    }

    /// Records the key when the first encrypted attribute is added to a store, and removes it with
    /// the last one.
    func recordKey(in db: SQLiteDatabase) throws {
        guard mapping.new.firstEncryptedColumn != nil else {
            for name in [StoreMetadata.Name.keyCheck, StoreMetadata.Name.keyRecord] {
                try StoreMetadata.remove(name, in: db)
            }
            return
        }
        guard try StoreMetadata.value(StoreMetadata.Name.keyCheck, in: db) == nil else { return }
        try key.write(to: db)
    }
}
