// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Crypto
internal import Foundation
internal import JournalModel
internal import JournalProtocol
internal import SwiftData

/// The record of a store with the settings of its synchronization.
///
/// It has the key of the space: an encrypted store seals it with a key that its own derives.
struct SyncSettingsRecord: Sendable {
    /// The key of the record: the merge and the replica use lower kinds.
    private static let key: [UInt8] = [0x60]
    private static let plain: UInt8 = 0
    private static let sealed: UInt8 = 1
    private static let context = Data("journal sync settings".utf8)

    /// The key of the store; nil for a store that is not encrypted.
    let storeKey: JournalKey?

    /// Reads the settings; nil while synchronization is off.
    ///
    /// - Throws: `sync.key` if another key seals them.
    func read(_ store: SyncedStore) throws -> SyncSettings? {
        guard let record = try store.record(Self.key) else { return nil }
        let content = try open(record)
        defer { content.overwrite() }
        let settings = try SyncSettings(json: JSON.parse(content))
        // The store was encrypted since.
        if storeKey != nil, record.first == Self.plain { try write(settings, to: store) }
        return settings
    }

    /// Writes settings.
    func write(_ settings: SyncSettings, to store: SyncedStore) throws {
        let content = Array(settings.json.description.utf8)
        defer { content.overwrite() }
        try store.setRecord(Self.key, to: seal(content))
    }

    /// Opens the settings in a store that is about to become plain.
    func makePlain(in store: SyncedStore) throws {
        guard let settings = try read(store) else { return }
        try SyncSettingsRecord(storeKey: nil).write(settings, to: store)
    }

    private func seal(_ content: [UInt8]) throws -> [UInt8] {
        guard let storeKey else { return [Self.plain] + content }
        let box = try AES.GCM.seal(
            content,
            using: derivedKey(storeKey),
            authenticating: Self.context
        )
        return [Self.sealed] + (box.combined.map { [UInt8]($0) } ?? [])
    }

    private func open(_ record: [UInt8]) throws -> [UInt8] {
        let content = record.dropFirst()
        guard record.first == Self.sealed else { return Array(content) }
        guard let storeKey, let box = try? AES.GCM.SealedBox(combined: content),
            let opened = try? AES.GCM.open(
                box,
                using: derivedKey(storeKey),
                authenticating: Self.context
            )
        else {
            throw ProtocolError(
                .syncKey,
                "the settings of the synchronization were sealed with a key that this journal does "
                    + "not have any more; run \"journal sync off\", and join the space again"
            )
        }
        return [UInt8](opened)
    }

    private func derivedKey(_ key: JournalKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key.key.rawRepresentation),
            info: Self.context,
            outputByteCount: 32
        )
    }
}
