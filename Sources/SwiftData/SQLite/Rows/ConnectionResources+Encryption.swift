// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ConnectionResources {
    /// Returns the sealed form of a value of an encrypted column.
    ///
    /// - Throws: `StoreError` with the code `.encryptionKey` if the store has no key.
    func seal(
        _ value: _ColumnValue,
        in table: String,
        column: String,
        key: Int64
    ) throws -> _ColumnValue {
        guard let cipher else {
            throw StoreError(.encryptionKey, "\(table).\(column) is encrypted, and there is no key")
        }
        return try cipher.seal(value, at: .init(table: table, column: column, key: key))
    }

    /// Returns the tombstone of a deletion as the history records it: with encrypted values.
    func recorded(_ deletion: HistoryEntry.Run) throws -> [String: HistoryValue] {
        guard !deletion.tombstone.isEmpty else { return [:] }
        let (entity, key) = (deletion.entity.name, deletion.key)
        let encrypted = encryptedColumns[entity] ?? []
        var values: [String: HistoryValue] = [:]
        for (name, value) in deletion.tombstone {
            values[name] = .plain(value)
            guard encrypted.contains(name), let cipher else { continue }
            let place = ValueCipher.Place(table: entity, column: name, key: key)
            values[name] = try HistoryValue.plain(value).sealed(by: cipher, at: place)
        }
        return values
    }

    /// Returns a recorded tombstone without the values that cannot be decrypted.
    func tombstone(
        _ recorded: [String: HistoryValue],
        of entity: String,
        key: Int64
    ) -> [String: _ColumnValue] {
        var values: [String: _ColumnValue] = [:]
        for (name, value) in recorded {
            switch value {
            case .plain(let value): values[name] = value
            case .sealed(let sealed):
                let place = ValueCipher.Place(table: entity, column: name, key: key)
                values[name] = cipher?.open(sealed, at: place)
            }
        }
        return values
    }
}
