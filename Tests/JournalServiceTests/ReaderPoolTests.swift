// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

@Suite(.timeLimit(.minutes(1))) struct ReaderPoolTests {
    private struct Fault: Error {}

    private func ask(
        _ pool: ReaderPool,
        _ claim: Claim? = nil,
        _ question: @escaping @Sendable (ReadDesk) throws -> Int
    ) async -> Result<Int, ProtocolError> {
        let identity = ServiceIdentity(version: "test", pid: 1, startedAt: Date())
        let facts = ServiceFacts(identity: identity, epoch: "e", head: 0)
        return await withCheckedContinuation { continuation in
            pool.ask(facts, claim: claim, question) { continuation.resume(returning: $0) }
        }
    }

    @Test func aFaultOfOursIsInternalAndThePoolGoesOn() async throws {
        let pool = ReaderPool(try JournalContainer.inMemory())
        pool.start()
        let outcome = await ask(pool) { _ in throw Fault() }
        guard case .failure(let error) = outcome else {
            Issue.record("it was answered")
            return
        }
        #expect(error.kind == .internal)
        #expect(await ask(pool) { _ in 5 } == .success(5))
        try await pool.stop()
    }

    @Test func whatNobodyWaitsForIsNotDone() async throws {
        let pool = ReaderPool(try JournalContainer.inMemory())
        pool.start()
        let claim = Claim()
        claim.withdraw()
        guard case .failure(let error) = await ask(pool, claim, { _ in 5 }) else {
            Issue.record("it was answered")
            return
        }
        #expect(error.kind == .cancelled)
        #expect(await ask(pool, Claim()) { _ in 5 } == .success(5))
        try await pool.stop()
    }

    @Test func whoAsksAtTheEndIsToldToComeAgain() async throws {
        let pool = ReaderPool(try JournalContainer.inMemory())
        pool.start()
        try await pool.stop()
        guard case .failure(let error) = await ask(pool, nil, { _ in 5 }) else {
            Issue.record("it was answered")
            return
        }
        #expect(error.kind == .shuttingDown)
        #expect(error.retryable)
    }
}
