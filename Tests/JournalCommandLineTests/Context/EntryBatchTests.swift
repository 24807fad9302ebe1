// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalClientTesting
import JournalProtocol
import Synchronization
import Testing

@testable import JournalCommandLine

/// Writes in transactions, and what remains of them after a failure.
struct EntryBatchTests {
    private static func calls(_ numbers: ClosedRange<UInt64>, text: String? = nil) -> [Batch.Call] {
        numbers.map {
            Batch.Call(EntryUpdate(id: EntryReference(CommandRun.entry($0).id), text: text))
        }
    }

    /// Replies to batches and to single writes; some ids fail with an error.
    private static func run(_ failing: [EntryID: ProtocolError] = [:]) throws -> CommandRun {
        try CommandRun { request in
            guard request.method == "batch" else {
                let id = request.params["id"].flatMap { try? EntryID(json: $0) } ?? .random()
                return failing[id].map { .error($0) } ?? .result(CommandRun.written(id))
            }
            guard let batch = try? Batch(json: request.params) else { return .close }
            let ids = batch.calls.compactMap { $0.params["id"].flatMap { try? EntryID(json: $0) } }
            if let index = ids.firstIndex(where: { failing[$0] != nil }),
                let cause = failing[ids[index]]
            {
                return .error(
                    cause.retryable ? cause : ProtocolError.batchFailed(index: index, cause: cause)
                )
            }
            let results = ids.map { CommandRun.written($0) }
            return .result(Batch.Reply(results: results, cursor: CommandRun.cursor).json)
        }
    }

    private func ids(_ results: [Result<EntryWritten, ClientError>]) -> [EntryID?] {
        results.map { try? $0.get().id }
    }

    @Test(
        arguments: [
            (1, [1]), (2, [2]), (200, [200]), (201, [200, 1]), (450, [200, 200, 50]),
        ] as [(UInt64, [Int])]
    )
    func transactionsHaveALimitedNumberOfWrites(count: UInt64, lengths: [Int]) throws {
        let run = try Self.run()
        var batch = EntryBatch(client: try run.context.client)
        var ranges: [Range<Int>] = []
        batch.transactionEnded = { range, results in
            #expect(range.count == results.count)
            ranges.append(range)
        }
        let results = batch.run(Self.calls(1...count))
        #expect(ids(results) == (1...count).map { CommandRun.entry($0).id })
        #expect(ranges.map(\.count) == lengths)
        #expect(ranges.last?.upperBound == Int(count))
    }

    @Test func longTextsAreInTransactionsOfTheirOwn() throws {
        let run = try Self.run()
        let text = String(repeating: "x", count: 400_000)
        let results = EntryBatch(client: try run.context.client).run(Self.calls(1...5, text: text))
        #expect(ids(results).count == 5)
        // Two fit into a mebibyte.
        #expect(run.calls(.batch).count == 2)
        #expect(run.calls(.entryUpdate).count == 1)
    }

    @Test func othersOfATransactionAreWrittenAfterAFailure() throws {
        let conflict = ProtocolError(.conflict, "changed")
        let run = try Self.run([CommandRun.entry(2).id: conflict])
        let results = EntryBatch(client: try run.context.client).run(Self.calls(1...3))
        #expect(ids(results) == [CommandRun.entry(1).id, nil, CommandRun.entry(3).id])
        guard case .failure(let error) = results[1] else { return }
        #expect(error.cause?.kind == .conflict)
        #expect(run.calls(.entryUpdate).count == 3)
    }

    @Test func failureOfTheStoreIsThatOfAllWrites() throws {
        let full = ProtocolError(.storeFull, "no space")
        let run = try Self.run([CommandRun.entry(201).id: full])
        let results = EntryBatch(client: try run.context.client).run(Self.calls(1...402))
        #expect(ids(results).prefix(200).allSatisfy { $0 != nil })
        #expect(ids(results).dropFirst(200).allSatisfy { $0 == nil })
        #expect(results.count == 402)
        guard case .failure(let error) = results[401] else { return }
        #expect(error.cause?.kind == .storeFull)
    }

    @Test func lostConnectionEndsTheRun() throws {
        let run = try CommandRun { _ in .close }
        let results = EntryBatch(client: try run.context.client).run(Self.calls(1...1))
        guard case .failure(let error) = results[0] else { return }
        #expect(error.code != .refused)
        #expect(results.count == 1)
    }

    @Test func malformedReplyIsAnError() throws {
        let run = try CommandRun { _ in .result(["rev": 1]) }
        let results = EntryBatch(client: try run.context.client).run(Self.calls(1...1))
        guard case .failure(let error)? = results.first else {
            Issue.record("expected a failure")
            return
        }
        #expect(error.code == .malformedReply)
        #expect(error.message == "unexpected reply from the daemon: result.id: is required")
    }

    // MARK: Trash

    @Test(arguments: [(0, 1), (4, 5)])
    func deletionIsRepeatedForTheCurrentRevision(conflicts: Int, count: Int) throws {
        let run = try Self.trash(conflicts: conflicts)
        let reference = EntryReference(CommandRun.entry(1).id)
        let trashing = EntryTrashing(client: try run.context.client)
        #expect(try trashing.delete(reference).isChanged)
        let revisions = run.calls(.entryDelete).map { $0["ifRev"]?.integerValue }
        #expect(revisions == (0..<count).map { 7 + Int64($0) })
    }

    @Test func conflictsWithoutEndAreAnError() throws {
        let run = try Self.trash(conflicts: .max)
        let trashing = EntryTrashing(client: try run.context.client)
        let error = #expect(throws: ClientError.self) {
            try trashing.delete(EntryReference(CommandRun.entry(1).id))
        }
        #expect(error?.cause?.kind == .conflict)
        #expect(run.calls(.entryDelete).count == 5)
    }

    @Test(arguments: [false, true]) func restoredEntryWasInTheTrash(isTrashed: Bool) throws {
        let run = try Self.trash(conflicts: 0, isTrashed: isTrashed)
        let trashing = EntryTrashing(client: try run.context.client)
        let reference = EntryReference(CommandRun.entry(1).id)
        #expect(try trashing.restore(reference).isChanged == isTrashed)
        #expect(try trashing.delete(reference).isChanged == !isTrashed)
        #expect(run.calls(.entryRestore).map { $0["id"] } == [CommandRun.entry(1).id.json])
    }

    /// A daemon whose entry has a further revision after each deletion that fails.
    private static func trash(conflicts: Int, isTrashed: Bool = false) throws -> CommandRun {
        let attempts = Mutex(0)
        return try CommandRun { request in
            var entry = CommandRun.entry(1)
            entry.revision += Int64(attempts.withLock { $0 })
            entry.trashedAt = isTrashed ? .epoch : nil
            switch request.method {
            case "entry.get":
                return .result(EntryGet.Reply(entry: entry, cursor: CommandRun.cursor).json)
            case "entry.delete":
                let attempt = attempts.withLock { attempts in
                    attempts += 1
                    return attempts
                }
                if attempt <= conflicts { return .error(ProtocolError(.conflict, "changed")) }
                return .result(CommandRun.written(entry.id))
            default: return .result(CommandRun.written(entry.id))
            }
        }
    }
}
