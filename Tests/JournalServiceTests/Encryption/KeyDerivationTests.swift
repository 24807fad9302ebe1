// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Dispatch
import JournalModel
import JournalProtocol
import Synchronization
import Testing

@testable import JournalService
@testable import SwiftData

/// The order and the number of derivations of keys.
struct KeyDerivationTests {
    private static let passphrase: Secret = "five words of your own"

    private let derivation = KeyDerivation()
    private let envelope: String

    init() throws {
        envelope = try JournalKey(passphrase: Self.passphrase, cost: .init(logarithm: 10)).envelope
    }

    @Test func attemptsBeyondTheLimitAreRefused() async throws {
        let (isFirst, blocks) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // The completion of the first attempt occupies the thread, but is not counted any more.
        try derivation.key(recorded: envelope, passphrase: "wrong words") { _ in
            isFirst.signal()
            blocks.wait()
        }
        await Self.wait(for: isFirst)
        let results = AsyncStream<Bool>.makeStream()
        for _ in 0..<KeyDerivation.attemptLimit {
            try derivation.key(recorded: envelope, passphrase: Self.passphrase) { result in
                results.continuation.yield((try? result.get()) != nil)
            }
        }
        let error = #expect(throws: ProtocolError.self) {
            try derivation.key(recorded: envelope, passphrase: Self.passphrase) { _ in }
        }
        #expect(error?.kind == .limitUnlocks)
        #expect(error?.details["limit"] == KeyDerivation.attemptLimit.json)
        blocks.signal()
        var count = 0
        for await isRight in results.stream {
            #expect(isRight)
            count += 1
            if count == KeyDerivation.attemptLimit { break }
        }
        let key = try await derivation.key(recorded: envelope, passphrase: Self.passphrase)
        #expect(key.envelope == envelope)
    }

    @Test func interruptedAttemptIsNotMade() async throws {
        let interruption = ReadInterruption()
        interruption.request()
        let (stream, continuation) = AsyncStream<ErrorKind?>.makeStream()
        try derivation.key(
            recorded: envelope,
            passphrase: Self.passphrase,
            interruption: interruption
        ) { result in
            guard case .failure(let error) = result else { return continuation.finish() }
            continuation.yield(error.kind)
            continuation.finish()
        }
        var kinds: [ErrorKind?] = []
        for await kind in stream { kinds.append(kind) }
        #expect(kinds == [.cancelled])
    }

    private static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
