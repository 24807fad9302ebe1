// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalModel
internal import JournalProtocol
internal import SwiftData
internal import Synchronization

/// An encrypted store that a daemon cannot open before it has the passphrase.
final class LockedStore: Sendable {
    /// The description of the store.
    let description: JournalEncryption.Description
    /// The connections that continue once the store is unlocked.
    let passage = ProcessDescriptorStore()
    private let derivation = KeyDerivation()
    private let found = Mutex<JournalKey?>(nil)

    init(_ description: JournalEncryption.Description) { self.description = description }

    /// The key; nil until a passphrase was right.
    var key: JournalKey? { found.withLock { $0 } }

    /// Derives the key from a passphrase, on another thread, unless it is interrupted before.
    ///
    /// - Throws: `limit.unlocks` if too many attempts are waiting.
    func unlock(
        _ passphrase: String,
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

    /// Derives the key from the passphrase in a credential.
    ///
    /// - Throws: `encryption.passphrase` or `store.failed`.
    func unlock(_ credential: PassphraseCredential) async throws -> JournalKey {
        let passphrase = try credential.passphrase()
        let key = try await derivation.key(
            recorded: description.envelope,
            passphrase: passphrase
        )
        found.withLock { $0 = key }
        return key
    }
}

/// The way in which a daemon has access to the texts of its store.
enum StoreAccess: Sendable {
    /// The store is not encrypted.
    case plain
    /// The daemon has the key of the store.
    case unlocked(JournalKey)
    /// The daemon waits for the passphrase.
    case locked(LockedStore)

    /// Whether the store is encrypted.
    var isEncrypted: Bool { if case .plain = self { false } else { true } }

    /// The store, if it cannot be read.
    var lockedStore: LockedStore? { if case .locked(let store) = self { store } else { nil } }

    /// The key, if there is one.
    var key: JournalKey? { if case .unlocked(let key) = self { key } else { nil } }

    /// Checks that a request can be answered without access to the store.
    ///
    /// - Throws: `encryption.locked`.
    func permit(_ destination: RoutedRequest.Destination) throws(ProtocolError) {
        guard lockedStore != nil else { return }
        switch destination {
        case .hello, .describe, .clients, .statistics, .shutdown, .unlock, .lock: return
        // The structure of a backup can be checked without the key.
        case .reader(let method) where method is BackupVerify: return
        default:
            throw ProtocolError(
                .encryptionLocked,
                "the journal is encrypted and locked; unlock it with its passphrase"
            )
        }
    }
}
