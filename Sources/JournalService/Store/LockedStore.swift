// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import JournalSystem
internal import SwiftData
internal import Synchronization

/// An encrypted store that a daemon cannot open before it has the passphrase.
final class LockedStore: Sendable {
    /// The description of the store.
    let description: JournalEncryption.Description
    private let path: String
    /// The stamp of the file, from before the description was read.
    private let stamp: FileStamp?
    private let derivation = KeyDerivation()
    private let found = Mutex<JournalKey?>(nil)

    init(_ description: JournalEncryption.Description, of path: String, stamp: FileStamp?) {
        self.description = description
        self.path = path
        self.stamp = stamp
    }

    /// Whether the file is the one that the description is of: a locked daemon holds no lock on it,
    /// so that another program can decrypt or replace it.
    ///
    /// A file that is absent, such as one on a volume that was unmounted, was not replaced: the
    /// daemon would create an empty store that is not encrypted.
    var isCurrent: Bool { FileStamp(path: path).map { $0 == stamp } ?? true }

    /// The key; nil until a passphrase was right.
    var key: JournalKey? { found.withLock { $0 } }

    /// Derives the key from a passphrase, on another thread, unless it is interrupted before.
    ///
    /// - Throws: `limit.unlocks` if too many attempts are waiting.
    func unlock(
        _ passphrase: Secret,
        interruption: ReadInterruption,
        completion: @escaping @Sendable (Result<Void, ProtocolError>) -> Void
    ) throws(ProtocolError) {
        guard key == nil else { return completion(.success(())) }
        try derivation.key(
            recorded: description.envelope,
            passphrase: passphrase,
            interruption: interruption
        ) { [self] result in
            if case .success(let key) = result { found.withLock { $0 = key } }
            completion(result.map { _ in })
        }
    }

    /// Derives the key from a passphrase, before any client is served.
    ///
    /// - Throws: `encryption.passphrase` or `store.failed`.
    func unlock(_ passphrase: Secret) async throws -> JournalKey {
        let key = try await derivation.key(
            recorded: description.envelope,
            passphrase: passphrase
        )
        found.withLock { $0 = key }
        return key
    }
}

/// The access that a daemon has to its store.
enum ServedStore: Sendable {
    /// The store is not encrypted.
    case plain
    /// The daemon has the key of the store.
    case unlocked(JournalKey)
    /// The daemon waits for the passphrase.
    case locked(LockedStore)
    /// Another program changes the file of the store; the daemon waits until it has ended.
    case reserved

    /// Whether the store is encrypted; false while that is not known.
    var isEncrypted: Bool {
        switch self {
        case .plain, .reserved: false
        case .unlocked, .locked: true
        }
    }

    /// Whether the daemon has no access because the file is being changed.
    var isReserved: Bool { if case .reserved = self { true } else { false } }

    /// Whether the store can be opened.
    var hasStore: Bool {
        switch self {
        case .plain, .unlocked: true
        case .locked, .reserved: false
        }
    }

    /// The store, if it cannot be read.
    var lockedStore: LockedStore? { if case .locked(let store) = self { store } else { nil } }

    /// The key, or nil.
    var key: JournalKey? {
        switch self {
        case .unlocked(let key): key
        case .locked(let store): store.key
        case .plain, .reserved: nil
        }
    }
}
