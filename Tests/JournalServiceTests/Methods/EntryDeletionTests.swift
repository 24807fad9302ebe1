// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import JournalSystem
import SwiftData
import Synchronization
import Testing

@testable import JournalService

/// Permanent deletion, step by step.
@Suite struct EntryDeletionTests {
    private let bench: WriterBench
    private let id = EntryID.random()
    private let file = EntryID.random()
    /// More parts than one step removes.
    private static let partCount = 70

    init() throws {
        bench = try WriterBench()
        var digest = SHA256Digest()
        digest.append([UInt8](repeating: 1, count: Self.partCount))
        var call = AttachmentAdd(
            id: file,
            entry: EntryReference(id),
            name: "a",
            size: Int64(Self.partCount)
        )
        var jobs = [
            writerJob(EntryCreate(id: id, text: "one")),
            writerJob(EntryUpdate(id: EntryReference(id), text: "two")),
            writerJob(EntryUpdate(id: EntryReference(id), text: "three")),
        ]
        for number in 0..<Self.partCount {
            call.offset = Int64(number)
            call.data = Base64([1])
            jobs.append(writerJob(call))
        }
        call.data = nil
        call.digest = digest.hexadecimal
        var backlog = WriterBacklog()
        _ = bench.commit(jobs + [writerJob(call)], &backlog)
        let reports = finish(&backlog)
        let attachment = try AttachmentAdd.Reply(json: #require(reports.last).replies[0].1.get())
        #expect(attachment.attachment != nil)
        _ = bench.commit([writerJob(EntryDelete(id: EntryReference(id)))])
    }

    /// Executes the steps of the long write until it is finished, except for the erasure.
    @discardableResult
    private func finish(_ backlog: inout WriterBacklog) -> [WriterReport] {
        var reports: [WriterReport] = []
        while let step = backlog.takeUnfinished() {
            if case .erasure = step { break }
            reports.append(bench.commit([step], &backlog))
        }
        return reports
    }

    private func counts() throws -> [Int] {
        let context = ModelContext(bench.container)
        return [
            try context.fetchCount(FetchDescriptor<Entry>()),
            try context.fetchCount(FetchDescriptor<JournalModel.EarlierText>()),
            try context.fetchCount(FetchDescriptor<JournalModel.Attachment>()),
            try context.fetchCount(FetchDescriptor<AttachmentPart>()),
        ]
    }

    private var deletions: [any WriteStep] {
        [
            EntryDeletion(trashedBefore: .distantFuture, isPurge: false), TrashEmpty(),
            EntryPurge(ids: [EntryReference(id)]),
        ]
    }

    /// The time of the move to the trash came from another machine, and may be wrong.
    @Test(arguments: [
        (true, Date(timeIntervalSinceReferenceDate: 1), 1),
        (false, Date(timeIntervalSinceReferenceDate: 1), 0),
        (true, .distantFuture, 0),
    ])
    func entriesThatArrivedLaterStayInTheTrash(
        isSynchronized: Bool,
        limit: Date,
        expected: Int
    ) throws {
        let entry = try #require(try bench.context.models.fetch(FetchDescriptor<Entry>()).first)
        entry.setTrashTime(Date(timeIntervalSinceReferenceDate: 0))
        var backlog = WriterBacklog()
        let deletion = EntryDeletion(expiredAt: limit, isSynchronized: isSynchronized)
        #expect(bench.commit([writerJob(deletion)], &backlog).kinds == [])
        finish(&backlog)
        #expect(try counts()[0] == expected)
    }

    @Test(arguments: 0...2) func entriesAreDeletedBeforeTheirContent(index: Int) throws {
        var backlog = WriterBacklog()
        _ = bench.commit([writerJob(deletions[index])], &backlog)
        // Between the steps nothing can be restored that has lost its content.
        #expect(try counts() == [0, 0, 1, Self.partCount])
        let restore = WriterJob.command(
            EntryRestore(id: EntryReference(id)),
            ReplyToken(connection: 2, request: RequestToken(number: 1))
        )
        #expect(bench.commit([restore], &backlog).kinds == [.entryNotFound])
        finish(&backlog)
        #expect(try counts() == [0, 0, 0, 0])
    }

    @Test func contentThatAnInterruptedDeletionLeavesIsRemoved() throws {
        var interrupted = WriterBacklog()
        _ = bench.commit([writerJob(deletions[1])], &interrupted)
        var backlog = WriterBacklog()
        let limit = WriterBench.now.addingTimeInterval(1)
        _ = bench.commit([.backgroundTask(AbandonedUploads(limit: limit))], &backlog)
        finish(&backlog)
        #expect(try counts() == [0, 0, 0, 0])
    }

    @Test func contentOfDeletedEntriesIsNoUpload() throws {
        var backlog = WriterBacklog()
        _ = bench.commit([writerJob(deletions[1])], &backlog)
        #expect(try AttachmentLookup.unfinishedCount(in: ModelContext(bench.container)) == 0)
    }

    @Test func longWriteReportsItsProgressAndEndsBetweenSteps() throws {
        let calls = (0..<129).map { Batch.Call(EntryCreate(text: "entry \($0)")) }
        let created = try Batch.Reply(
            json: bench.commit([writerJob(Batch(calls: calls))]).replies[0].1.get()
        )
        let ids = try created.results.map { EntryReference(try EntryWritten(json: $0).id) }
        _ = bench.commit([writerJob(Batch(calls: ids.map { .init(EntryDelete(id: $0)) }))])
        var backlog = WriterBacklog()
        _ = bench.commit([writerJob(TrashEmpty()), writerJob(Flushed(), number: 2)], &backlog)
        #expect(
            backlog.progress.map(\.1)
                == [WorkProgress(.delete, done: 64, of: 130), WorkProgress(.wait)]
        )
        let token = ReplyToken(connection: 1, request: RequestToken(number: 1))
        let report = bench.commit([.cancellation(token)], &backlog)
        #expect(report.kinds == [.cancelled])
        #expect(backlog.unfinished == nil)
        #expect(try counts()[0] == 66)
    }

    /// A write of the same connection, which waits for the long one.
    private struct Flushed: WriteStep {
        func run(in context: WriteContext) throws -> WriteProgress { .finished([:]) }
    }

    @Test func cancelledErasureSaysWhatRemains() throws {
        var backlog = WriterBacklog()
        let token = ReplyToken(connection: 1, request: RequestToken(number: 1))
        backlog.suspend(StoreErasure(), reply: { _ in [:] }, token: token)
        #expect(backlog.progress.map(\.1) == [WorkProgress(.overwrite, done: 0, of: 4)])
        let error = backlog.cancel(token)
        #expect(error?.message.contains("empty the trash") == true)
        let again = backlog.cancel(token)
        #expect(again == nil)
    }

    @Test func entriesThatAreTrashedLaterRemain() throws {
        let now = WriterBench.now.milliseconds
        for (before, expected) in [(now, 1), (now + 1, 0)] {
            var backlog = WriterBacklog()
            let call = TrashEmpty(before: Timestamp(milliseconds: before))
            _ = bench.commit([writerJob(call)], &backlog)
            finish(&backlog)
            #expect(try counts()[0] == expected)
        }
    }

    @Test func entriesWithManyEarlierTextsAreDeletedInSteps() throws {
        let calls = (1...260).map { number in
            Batch.Call(EntryUpdate(id: EntryReference(id), text: "text \(number)"))
        }
        let others = (1...2).map { _ in EntryID.random() }
        let copies = others.flatMap { id in
            [Batch.Call(EntryCreate(id: id, text: "x"))]
                + (1...260).map { .init(EntryUpdate(id: EntryReference(id), text: "\($0)")) }
        }
        #expect(
            bench.commit([writerJob(Batch(calls: calls)), writerJob(Batch(calls: copies))]).kinds
                == [nil, nil]
        )
        var backlog = WriterBacklog()
        let purge = EntryPurge(ids: ([id] + others).map { EntryReference($0) })
        _ = bench.commit([writerJob(purge)], &backlog)
        #expect(try counts()[0] == 1)
        finish(&backlog)
        #expect(try counts() == [0, 0, 0, 0])
    }

    @Test func otherWritesAreCommittedBetweenTheSteps() throws {
        let ids = (1...150).map { _ in EntryID.random() }
        let calls = ids.map { Batch.Call(EntryCreate(id: $0, text: "x")) }
        _ = bench.commit([writerJob(Batch(calls: calls))])
        var backlog = WriterBacklog()
        let purge = EntryPurge(ids: ids.map { EntryReference($0) })
        let first = bench.commit([writerJob(purge)], &backlog)
        #expect(first.replies.isEmpty)
        let other = WriterJob.command(
            EntryCreate(text: "new"),
            ReplyToken(connection: 2, request: RequestToken(number: 1))
        )
        #expect(bench.commit([other], &backlog).kinds == [nil])
        #expect(try counts()[0] > 2)
        finish(&backlog)
        #expect(try counts()[0] == 2)
    }

    @Test func stepReadsOnlyTheEntriesThatItDeletes() throws {
        let context = ModelContext(bench.container)
        for number in 0..<2_000 {
            let entry = Entry.sample("\(number)", milliseconds: Int64(number % 7))
            context.insert(entry)
            entry.setTrashTime(entry.createdAt)
        }
        try context.save()
        let work = Mutex(0)
        context.readInterruption = ReadInterruption { work.withLock { $0 += 1 } }
        for deletion in [
            EntryDeletion(trashedBefore: .distantFuture, isPurge: true),
            EntryDeletion(purgingTrashAt: .max),
        ] {
            let next = try #require(deletion.nextTrashed(limit: 64))
            #expect(try context.fetch(next).count == 64)
            // In thousands of instructions of SQLite: reading all entries takes more.
            #expect(work.withLock { $0 } < 8)
            work.withLock { $0 = 0 }
            let steps = try context.explain(next).steps.map(\.detail)
            #expect(!steps.contains { $0.contains("TEMP B-TREE") }, "\(steps)")
        }
    }
}
