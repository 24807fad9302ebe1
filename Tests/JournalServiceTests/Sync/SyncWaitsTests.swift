// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Requests that wait for a hub.
struct SyncWaitsTests {
    private let waits = SyncWaits()

    /// Never ends by itself, as a hub that does not respond.
    @Sendable private static func wait() async -> JSON {
        await withUnsafeContinuation { (_: UnsafeContinuation<JSON, Never>) in }
    }

    private func kind(_ body: () async throws -> JSON) async throws -> ErrorKind {
        do {
            _ = try await body()
        } catch let error as ProtocolError {
            return error.kind
        }
        throw InvalidParams("expected an error, got a value")
    }

    @Test func outcomeIsReturned() async throws {
        #expect(try await waits.value { 1 as JSON } == 1)
        let found = try await kind { try await waits.value { throw ProtocolError(.syncHub, "x") } }
        #expect(found == .syncHub)
    }

    @Test func waitEndsAfterATime() async throws {
        let found = try await kind {
            try await waits.value(within: .milliseconds(1), of: Self.wait)
        }
        #expect(found == .syncOffline)
    }

    @Test func cancellationEndsTheWait() async throws {
        let task = Task { try await waits.value(of: Self.wait) }
        task.cancel()
        #expect(try await kind { try await task.value } == .cancelled)
    }

    @Test func closingEndsAllWaits() async throws {
        let tasks = (0..<3).map { _ in Task { try await waits.value(of: Self.wait) } }
        waits.close()
        for task in tasks { #expect(try await kind { try await task.value } == .shuttingDown) }
        #expect(try await kind { try await waits.value { 1 as JSON } } == .shuttingDown)
    }
}
