// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

/// Writes that take several transactions.
@Suite struct LongWriteTests {
    private let bench: WriterBench
    private static let count = 150

    init() throws {
        bench = try WriterBench()
        let calls = (1...Self.count).map { number in
            Batch.Call(
                EntryCreate(
                    text: "\(number)",
                    notebook: "old",
                    createNotebook: true,
                    tags: ["old", "kept"]
                )
            )
        }
        let report = bench.commit([
            writerJob(Batch(calls: calls)),
            writerJob(EntryCreate(text: "x", notebook: "new", createNotebook: true, tags: ["new"])),
        ])
        #expect(report.kinds == [nil, nil])
    }

    private static let merge = TagRename(tag: "old", name: "new", merge: true)
    private static let move = NotebookDelete(notebook: "old", moveEntriesTo: "new")

    private func job(_ step: any WriteStep, connection: Int, _ number: UInt64 = 1) -> WriterJob {
        .command(
            step,
            ReplyToken(connection: connection, request: RequestToken(number: number))
        )
    }

    /// Executes the steps of the long write until it is finished; returns the reports.
    private func finish(_ backlog: inout WriterBacklog) -> [WriterReport] {
        var reports: [WriterReport] = []
        while let step = backlog.takeUnfinished() {
            reports.append(bench.commit([step], &backlog, isObserved: true))
        }
        return reports
    }

    private func entryCounts() throws -> [String: Int] {
        let context = ModelContext(bench.container)
        let tags = try context.fetch(FetchDescriptor<JournalModel.Tag>())
        return Dictionary(uniqueKeysWithValues: tags.map { ($0.name, $0.entries.count) })
    }

    @Test func connectionDoesNotWaitForAWriteThatItHasCancelled() throws {
        var backlog = WriterBacklog()
        let short = EntryCreate(text: "short")
        let jobs = [job(Self.merge, connection: 1), job(Self.move, connection: 2, 2)]
        #expect(bench.commit(jobs, &backlog).replies.isEmpty)
        #expect(bench.commit([job(short, connection: 2, 3)], &backlog).kinds == [])
        for number in [UInt64(2), 3] {
            let token = ReplyToken(connection: 2, request: RequestToken(number: number))
            #expect(bench.commit([.cancellation(token)], &backlog).kinds == [.cancelled])
        }
        #expect(bench.commit([job(short, connection: 2, 4)], &backlog).kinds == [nil])
        #expect(bench.commit([job(short, connection: 1, 5)], &backlog).kinds == [])
    }

    @Test func writeThatWaitsForALongWriteCanBeCancelled() throws {
        var backlog = WriterBacklog()
        let waiting = EntryCreate(text: "waits")
        let count = try bench.count()
        let jobs = [
            job(Self.merge, connection: 1), job(waiting, connection: 1, 2),
            job(waiting, connection: 1, 3),
        ]
        #expect(bench.commit(jobs, &backlog).replies.isEmpty)
        let token = ReplyToken(connection: 1, request: RequestToken(number: 2))
        #expect(bench.commit([.cancellation(token)], &backlog).kinds == [.cancelled])
        #expect(bench.commit([.cancellation(token)], &backlog).kinds == [])
        _ = finish(&backlog)
        #expect(bench.commit(backlog.takeReleased(), &backlog).kinds == [nil])
        #expect(try bench.count() == count + 1)
        // A write that has been executed is not affected.
        #expect(bench.commit([.cancellation(token)], &backlog).kinds == [])
    }

    @Test func mergeOfManyEntriesHasOneReplyAfterSeveralCommits() throws {
        var backlog = WriterBacklog()
        let first = bench.commit([job(Self.merge, connection: 1)], &backlog, isObserved: true)
        #expect(first.replies.isEmpty)
        #expect(first.commits.count == 1)
        // Until the last step both tags exist.
        let counts = try entryCounts()
        #expect(try #require(counts["old"]) > 0)
        #expect(try #require(counts["new"]) > 1)
        let reports = finish(&backlog)
        #expect(reports.count > 1)
        #expect(reports.flatMap(\.replies).count == 1)
        let reply = try TagRename.Reply(json: #require(reports.last).replies[0].1.get())
        #expect(reply.tag.entryCount == Self.count + 1)
        #expect(reply.cursor.revision == reports.last?.head)
        #expect(try entryCounts() == ["new": Self.count + 1, "kept": Self.count])
        let changes = ([first] + reports).flatMap(\.commits).flatMap(\.changes)
        #expect(changes.filter { $0.kind == .entry }.count == Self.count)
    }

    @Test func interruptedMergeIsCompletedByRepeatingIt() throws {
        var interrupted = WriterBacklog()
        _ = bench.commit([job(Self.merge, connection: 1)], &interrupted)
        var backlog = WriterBacklog()
        _ = bench.commit([job(Self.merge, connection: 2)], &backlog)
        #expect(finish(&backlog).last?.kinds == [nil])
        #expect(try entryCounts() == ["new": Self.count + 1, "kept": Self.count])
    }

    @Test func entriesOfADeletedNotebookAreMovedInSteps() throws {
        var backlog = WriterBacklog()
        #expect(bench.commit([job(Self.move, connection: 1)], &backlog).replies.isEmpty)
        let reports = finish(&backlog)
        let reply = try NotebookDelete.Reply(json: #require(reports.last).replies[0].1.get())
        #expect(reply.movedCount == Self.count)
        let context = ModelContext(bench.container)
        let notebooks = try context.fetch(FetchDescriptor<Notebook>())
        #expect(notebooks.map(\.name) == ["new"])
        #expect(notebooks.map(\.entries.count) == [Self.count + 1])
    }

    @Test func tagIsRemovedFromManyEntriesInSteps() throws {
        var backlog = WriterBacklog()
        let removal = TagDelete(tag: "old")
        #expect(bench.commit([job(removal, connection: 1)], &backlog).replies.isEmpty)
        let reports = finish(&backlog)
        #expect(reports.count > 1)
        let reply = try TagDelete.Reply(json: #require(reports.last).replies[0].1.get())
        #expect(reply.entryCount == Self.count)
        #expect(try entryCounts() == ["new": 1, "kept": Self.count])
    }

    @Test func otherWritesAreCommittedBetweenTheSteps() throws {
        var backlog = WriterBacklog()
        _ = bench.commit([job(Self.merge, connection: 1)], &backlog)
        let other = bench.commit(
            [job(EntryCreate(text: "y", tags: ["old"]), connection: 2)],
            &backlog
        )
        #expect(other.kinds == [nil])
        #expect(finish(&backlog).last?.kinds == [nil])
        // The merge includes an entry that got the old tag meanwhile.
        #expect(try entryCounts()["new"] == Self.count + 2)
    }

    @Test func laterWritesOfTheConnectionAndOtherLongWritesWait() throws {
        var backlog = WriterBacklog()
        let back = TagRename(tag: "new", name: "old", merge: true)
        let report = bench.commit(
            [
                job(Self.merge, connection: 1, 1), job(EntryCreate(text: "y"), connection: 1, 2),
                job(back, connection: 2, 1), job(EntryCreate(text: "z"), connection: 2, 2),
                job(EntryCreate(text: "w"), connection: 3, 1),
            ],
            &backlog
        )
        #expect(report.replies.map(\.0.connection) == [3])
        #expect(backlog.takeReleased().isEmpty)
        _ = finish(&backlog)
        let released = backlog.takeReleased()
        let rest = bench.commit(released, &backlog)
        #expect(rest.replies.map(\.0.connection) == [1, 2, 2])
        #expect(rest.kinds == [nil, nil, nil])
        #expect(try entryCounts()["old"] == Self.count + 1)
        #expect(backlog.takeReleased().isEmpty)
    }

    @Test func longWritesInABatchShareOneTransaction() throws {
        let batch = Batch(calls: [.init(Self.merge), .init(Self.move)])
        let report = bench.commit([writerJob(batch)], isObserved: true)
        #expect(report.kinds == [nil])
        #expect(report.commits.count == 1)
        #expect(try entryCounts() == ["new": Self.count + 1, "kept": Self.count])
    }

    @Test func movesContinueAfterTheTargetIsRenamed() throws {
        var backlog = WriterBacklog()
        _ = bench.commit([job(Self.move, connection: 1)], &backlog)
        let rename = NotebookRename(notebook: "new", name: "renamed")
        #expect(bench.commit([job(rename, connection: 2)], &backlog).kinds == [nil])
        #expect(finish(&backlog).last?.kinds == [nil])
        let notebooks = try ModelContext(bench.container).fetch(FetchDescriptor<Notebook>())
        #expect(notebooks.map(\.name) == ["renamed"])
    }
}
