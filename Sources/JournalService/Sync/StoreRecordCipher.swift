// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Crypto
internal import Foundation
internal import JournalModel
internal import SwiftData
internal import SwiftDataReplica
internal import SwiftDataSync

/// Seals the records of the synchronization of an encrypted store with a key that its own derives.
struct StoreRecordCipher: RecordCipher {
    /// The key of the record that says that the others are sealed.
    private static let mark: [UInt8] = [0x61]
    /// The first byte after the keys of the records that are sealed.
    private static let end: [UInt8] = [0x40]
    /// The number of records that are sealed from one read.
    private static let pageSize = 1_000
    private static let context = Data("journal sync records".utf8)

    private let key: SymmetricKey

    init(_ storeKey: JournalKey) {
        key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: storeKey.key.rawRepresentation),
            info: Self.context,
            outputByteCount: 32
        )
    }

    func seal(_ value: [UInt8], for key: [UInt8]) throws -> [UInt8] {
        let box = try AES.GCM.seal(value, using: self.key, authenticating: Self.context + key)
        return box.combined.map { [UInt8]($0) } ?? []
    }

    func open(_ sealed: [UInt8], for key: [UInt8]) throws -> [UInt8] {
        let box = try AES.GCM.SealedBox(combined: sealed)
        let content = try AES.GCM.open(box, using: self.key, authenticating: Self.context + key)
        return [UInt8](content)
    }

    /// Seals the records of a store that was encrypted since its synchronization began.
    ///
    /// - Throws: The errors of the store, which is unchanged then.
    func sealRecords(of store: SyncedStore) throws {
        guard try store.record(Self.mark) == nil else { return }
        try store.change { records in
            try Self.replace(in: records, by: seal)
            try records.set([], for: Self.mark)
        }
    }

    /// Opens the records of a store that is about to become plain.
    ///
    /// - Throws: The errors of the store and of a record that does not open; the store is unchanged
    ///   then.
    func openRecords(of store: SyncedStore) throws {
        guard try store.record(Self.mark) != nil else { return }
        try store.change { records in
            try Self.replace(in: records, by: open)
            try records.remove(Self.mark)
        }
    }

    private static func replace(
        in records: SyncRecordWriter,
        by change: (_ value: [UInt8], _ key: [UInt8]) throws -> [UInt8]
    ) throws {
        var last: [UInt8] = []
        while true {
            var page: [(key: [UInt8], value: [UInt8])] = []
            try records.scan(SyncRecordRange(from: last, to: end)) { key, value in
                page.append((key: key, value: value))
                return page.count < pageSize
            }
            for (key, value) in page { try records.set(change(value, key), for: key) }
            guard let key = page.last?.key else { break }
            // The next key after one has a zero more.
            last = key + [0]
        }
    }
}
