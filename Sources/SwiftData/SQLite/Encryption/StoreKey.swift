// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The key with which a store is opened.
struct StoreKey {
    /// The cipher of the key; nil without a key.
    let cipher: ValueCipher?
    /// The text that is recorded with the key; nil for none.
    let record: String?
    private let path: String

    init(_ configuration: ModelConfiguration) {
        var key = configuration.encryptionKey
        if key == nil, configuration.isStoredInMemoryOnly { key = .random() }
        cipher = key.map { ValueCipher($0) }
        record = configuration.keyRecord
        path = configuration.url.path(percentEncoded: false)
    }

    /// Checks that there is a key for an encrypted column, if there is such a column.
    ///
    /// - Throws: `StoreError` with the code `.encryptionKey` if there is none.
    func require(for column: String?) throws {
        guard let column, cipher == nil else { return }
        throw StoreError(
            .encryptionKey,
            "\(path): \(column) is encrypted, and the configuration has no key; set its "
                + "encryptionKey"
        )
    }

    /// Checks that the key belongs to a store, given the store's key check.
    ///
    /// - Throws: `StoreError` with the code `.encryptionKey` if the store has another key.
    func check(against recorded: String?) throws {
        guard let cipher, let recorded, !cipher.matches(keyCheck: recorded) else { return }
        throw StoreError(
            .encryptionKey,
            "\(path) is encrypted with another key; set the encryptionKey of the configuration to "
                + "the key with which the store was created"
        )
    }

    /// Checks the key, or records its key check in a store without one.
    ///
    /// - Parameters:
    ///   - db: The database of the store.
    ///   - needsKey: Whether the store has encrypted columns.
    ///   - isReadOnly: Whether the store was opened read-only.
    /// - Throws: `StoreError` with the code `.encryptionKey` if the store has another key.
    func prepare(_ db: SQLiteDatabase, needsKey: Bool, isReadOnly: Bool) throws {
        let recorded = try StoreMetadata.value(StoreMetadata.Name.keyCheck, in: db)
        try check(against: recorded)
        guard recorded == nil, needsKey, !isReadOnly else { return }
        try write(to: db)
    }

    /// Records the key check, and the text that belongs to the key, in a store without them.
    func write(to db: SQLiteDatabase) throws {
        guard let cipher else { return }
        try StoreMetadata.set(StoreMetadata.Name.keyCheck, to: try cipher.keyCheck(), in: db)
        if let record { try StoreMetadata.set(StoreMetadata.Name.keyRecord, to: record, in: db) }
    }
}
