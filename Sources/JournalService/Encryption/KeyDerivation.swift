// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
internal import JournalModel
internal import JournalProtocol

/// Decrypts keys with passphrases, one at a time, on a thread of its own.
///
/// A derivation takes much time and memory on purpose. So attempts to guess a passphrase wait for
/// each other, and neither the event loop nor Swift's threads wait for them.
final class KeyDerivation: Sendable {
    private let queue = DispatchQueue(label: "journal.key-derivation", qos: .userInitiated)

    /// Decrypts a key and passes it to `completion` on the thread of the derivation.
    func key(
        recorded envelope: String,
        passphrase: String,
        completion: @escaping @Sendable (Result<JournalKey, ProtocolError>) -> Void
    ) {
        queue.async {
            do {
                completion(
                    .success(try JournalKey(recorded: envelope, passphrase: passphrase))
                )
            } catch {
                completion(.failure(ProtocolError(describing: error)))
            }
        }
    }

    /// Decrypts a key.
    ///
    /// - Throws: `encryption.passphrase` or `store.failed`.
    func key(recorded envelope: String, passphrase: String) async throws -> JournalKey {
        let result = await withCheckedContinuation { continuation in
            key(recorded: envelope, passphrase: passphrase) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }
}
