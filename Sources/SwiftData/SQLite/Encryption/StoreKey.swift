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
    /// The key of the device, if the configuration has none.
    private let deviceKey: DeviceKey?
    /// The reason why the key of the device cannot be read, if it exists.
    private let failure: (any Error)?

    /// Reads the key of the device if the configuration has none.
    init(_ configuration: ModelConfiguration) {
        var key = configuration.encryptionKey
        if key == nil, configuration.isStoredInMemoryOnly { key = .random() }
        deviceKey = key == nil ? configuration.deviceKey : nil
        let read = Result { try key ?? configuration.deviceKey.read() }
        cipher = (try? read.get()).map { ValueCipher($0) }
        failure = read.failure
        record = configuration.keyRecord
        path = configuration.url.path(percentEncoded: false)
    }

    private init(_ key: StoreKey, cipher: ValueCipher) {
        self.cipher = cipher
        record = key.record
        path = key.path
        deviceKey = key.deviceKey
        failure = nil
    }

    /// Returns the key for a store that is opened.
    ///
    /// A device without a key gets one, unless the store was encrypted with another. A store that
    /// is only read can be opened without its key: its encrypted values cannot be read then.
    ///
    /// - Parameters:
    ///   - column: The first encrypted column of the schema; nil without one.
    ///   - isReadOnly: Whether the store is only read.
    ///   - keyCheck: Returns the key check of the store; nil for a store without encrypted columns.
    /// - Returns: The key.
    /// - Throws: `StoreError` with the code `.encryptionKey` if there is no key, or the package is
    ///   built without encryption.
    func forStore(
        with column: String?,
        isReadOnly: Bool,
        keyCheck: () throws -> String?
    ) throws -> StoreKey {
        guard let column else { return self }
        guard ValueCipher.isAvailable else {
            throw StoreError(
                .encryptionKey,
                "\(path): \(column) is encrypted, and this program is built without encryption; "
                    + "add the trait Encryption to its dependency on this package"
            )
        }
        guard let deviceKey else { return self }
        if isReadOnly {
            let isKnown = try keyCheck().map { cipher?.matches(keyCheck: $0) == true } ?? true
            return isKnown && cipher != nil ? self : decryptingNothing
        }
        guard cipher == nil else { return self }
        if try failure != nil || keyCheck() != nil { try require(for: column) }
        return StoreKey(self, cipher: ValueCipher(try deviceKey.readOrCreate()))
    }

    /// Returns the key for the preview of a migration, with another one for that which the device
    /// would get.
    func forPreview(with column: String?) -> StoreKey {
        column != nil && deviceKey != nil && cipher == nil && failure == nil
            ? decryptingNothing : self
    }

    private var decryptingNothing: StoreKey { StoreKey(self, cipher: ValueCipher(.random())) }

    /// Checks that there is a key for an encrypted column, if there is such a column.
    ///
    /// - Throws: `StoreError` with the code `.encryptionKey` if there is none.
    func require(for column: String?) throws {
        guard let column, cipher == nil else { return }
        if let failure { throw failure }
        throw StoreError(
            .encryptionKey,
            "\(path): \(column) is encrypted, and there is no key: the configuration has none, and "
                + "the file \(deviceKey?.path ?? "") of the key of this device does not exist; "
                + "restore that file, or set the encryptionKey of the configuration"
        )
    }

    /// Checks that the key belongs to a store, given the store's key check.
    ///
    /// - Throws: `StoreError` with the code `.encryptionKey` if the store has another key.
    func check(against recorded: String?) throws {
        guard let cipher, let recorded, !cipher.matches(keyCheck: recorded) else { return }
        let other = deviceKey.map { " than that of this device, \($0.path)" } ?? ""
        throw StoreError(
            .encryptionKey,
            "\(path) is encrypted with another key\(other); set the encryptionKey of the "
                + "configuration to the key with which the store was created"
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
        // A store that is only read may be opened without the key of another device.
        guard !isReadOnly || deviceKey == nil else { return }
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

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
