// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

struct ReaderPoolTests {
    private struct Fault: Error {}

    private func read(
        _ pool: ReaderPool,
        _ cancellation: ReadInterruption? = nil,
        isLong: Bool = false,
        _ body: @escaping @Sendable (ReadContext) throws -> Int
    ) async -> Result<Int, ProtocolError> {
        await withCheckedContinuation { continuation in
            pool.read(
                at: Cursor(epoch: "e", revision: 0),
                isLong: isLong,
                cancellation: cancellation,
                body
            ) {
                continuation.resume(returning: $0)
            }
        }
    }

    @Test func unknownErrorsAreInternalAndThePoolContinues() async throws {
        let pool = ReaderPool(try JournalContainer.inMemory())
        pool.start()
        let outcome = await read(pool) { _ in throw Fault() }
        guard case .failure(let error) = outcome else {
            Issue.record("expected an error")
            return
        }
        #expect(error.kind == .internal)
        #expect(await read(pool) { _ in 5 } == .success(5))
        try await pool.stop()
    }

    @Test func cancelledReadsDoNotBegin() async throws {
        let pool = ReaderPool(try JournalContainer.inMemory())
        pool.start()
        let cancellation = ReadInterruption()
        cancellation.request()
        guard case .failure(let error) = await read(pool, cancellation, { _ in 5 }) else {
            Issue.record("expected an error")
            return
        }
        #expect(error.kind == .cancelled)
        #expect(await read(pool, ReadInterruption()) { _ in 5 } == .success(5))
        try await pool.stop()
    }

    /// A journal where each of many tags is on each of many entries, in a file.
    private func tangle(in directory: String) throws -> ModelContainer {
        let container = try JournalContainer.open(URL(filePath: directory + "/journal.store"))
        let context = ModelContext(container)
        let tags = try (0..<64).map { number in
            JournalModel.Tag(uuid: UUID(), name: try Name("tag \(number)", .tag), revision: 1)
        }
        for _ in 0..<64 {
            let entry = Entry.sample("text")
            context.insert(entry)
            entry.tags = tags
        }
        try context.save()
        return container
    }

    /// Matches what is found by going from entries to tags and back, along billions of ways.
    private static let farther = #Predicate<Entry> { entry in
        entry.tags.contains { tag in
            tag.entries.contains { entry in
                entry.tags.contains { tag in
                    tag.entries.contains { entry in
                        entry.tags.contains { tag in
                            tag.entries.contains { $0.text == "nothing" }
                        }
                    }
                }
            }
        }
    }

    @Test func cancellingInterruptsTheRunningStatement() async throws {
        try await TestDaemon.withoutServing { place in
            let pool = ReaderPool(try tangle(in: place.directory), threads: 1)
            pool.start()
            let cancellation = ReadInterruption()
            let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
            async let outcome = read(pool, cancellation, isLong: true) { context in
                continuation.finish()
                return try context.models.fetchCount(FetchDescriptor(predicate: Self.farther))
            }
            for await _ in begun {}
            func count(isLong: Bool) async -> Result<Int, ProtocolError> {
                await read(pool, ReadInterruption(), isLong: isLong) { context in
                    try context.models.fetchCount(FetchDescriptor<Entry>())
                }
            }
            // Others are answered meanwhile, and by then it is in the middle of its statement.
            for _ in 1...100 { #expect(await count(isLong: false) == .success(64)) }
            cancellation.request()
            guard case .failure(let error) = await outcome else {
                Issue.record("expected an error")
                return
            }
            #expect(error.kind == .cancelled)
            // The thread is free again.
            #expect(await count(isLong: true) == .success(64))
            try await pool.stop()
        }
    }

    @Test func readsDuringAShutdownAreRetryable() async throws {
        let pool = ReaderPool(try JournalContainer.inMemory())
        pool.start()
        try await pool.stop()
        guard case .failure(let error) = await read(pool, nil, { _ in 5 }) else {
            Issue.record("expected an error")
            return
        }
        #expect(error.kind == .shuttingDown)
        #expect(error.retryable)
    }
}
