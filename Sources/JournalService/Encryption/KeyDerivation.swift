// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
internal import JournalModel
internal import JournalProtocol
internal import SwiftData
internal import Synchronization

/// Decrypts keys with passphrases, one at a time, on a thread of its own.
///
/// A derivation takes much time and memory on purpose. So attempts to guess a passphrase wait for
/// each other, and neither the event loop nor Swift's threads wait for them. Only a few can wait.
final class KeyDerivation: Sendable {
    /// The maximum number of attempts, with the one that is executed.
    static let attemptLimit = 5

    private let queue = DispatchQueue(label: "journal.key-derivation", qos: .userInitiated)
    private let attemptCount = Mutex(0)

    /// Decrypts a key and passes it to `completion` on the thread of the derivation.
    ///
    /// - Parameters:
    ///   - envelope: The encrypted key.
    ///   - passphrase: The passphrase.
    ///   - interruption: Ends the attempt before its derivation, if that has not begun.
    ///   - completion: Called with the key or the error.
    /// - Throws: `limit.unlocks` if too many attempts are waiting.
    func key(
        recorded envelope: String,
        passphrase: Secret,
        interruption: ReadInterruption? = nil,
        completion: @escaping @Sendable (Result<JournalKey, ProtocolError>) -> Void
    ) throws(ProtocolError) {
        let isAccepted = attemptCount.withLock { count in
            guard count < Self.attemptLimit else { return false }
            count += 1
            return true
        }
        guard isAccepted else {
            throw .tooManyUnlocks(
                "\(Self.attemptLimit) attempts to unlock the journal are waiting",
                limit: Self.attemptLimit
            )
        }
        queue.async { [self] in
            let result = Result { () throws(ProtocolError) in
                guard interruption?.isRequested != true else { throw .requestCancelled }
                do {
                    return try JournalKey(recorded: envelope, passphrase: passphrase)
                } catch {
                    throw ProtocolError(describing: error)
                }
            }
            attemptCount.withLock { $0 -= 1 }
            completion(result)
        }
    }

    /// Decrypts a key.
    ///
    /// - Throws: `encryption.passphrase`, `limit.unlocks` or `store.failed`.
    func key(recorded envelope: String, passphrase: Secret) async throws -> JournalKey {
        let result: Result<JournalKey, ProtocolError> = await withCheckedContinuation {
            continuation in
            do throws(ProtocolError) {
                try key(recorded: envelope, passphrase: passphrase) {
                    continuation.resume(returning: $0)
                }
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
        return try result.get()
    }
}

extension ProtocolError {
    /// The error of an attempt to unlock that is not made.
    static func tooManyUnlocks(_ reason: String, limit: Int) -> ProtocolError {
        ProtocolError(
            .limitUnlocks,
            "\(reason); try again in a second",
            details: ["limit": limit.json]
        )
    }
}
