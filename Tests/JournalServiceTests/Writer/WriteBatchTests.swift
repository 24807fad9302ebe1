// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

@Suite struct WriteBatchTests {
    @Test func commandsTakenTogetherGetRevisionsInOrder() throws {
        let bench = try WriterBench()
        let report = bench.commit((1...3).map { writerJob(EntryCreate(text: "\($0)"), number: $0) })
        #expect(report.replies.map(\.0.request.number) == [1, 2, 3])
        #expect(try (0...2).map(report.revision) == [1, 2, 3])
        #expect(report.head == 3)
        #expect(try bench.count() == 3)
    }

    @Test func failedCommandDoesNotAffectOthersOrUseARevision() throws {
        let bench = try WriterBench()
        let report = bench.commit([
            writerJob(EntryCreate(text: "a")), writerJob(EntryCreate(text: "")),
            writerJob(EntryCreate(text: "b", notebook: "none")), writerJob(EntryCreate(text: "c")),
        ])
        #expect(report.kinds == [nil, .entryEmpty, .notebookNotFound, nil])
        #expect(try report.revision(3) == 2)
        #expect(try bench.count() == 2)
    }

    @Test func namesThatAFailedCommandCreatedAreDropped() throws {
        let bench = try WriterBench()
        let tooMany = (0...Limits.tags).map { "t\($0)" }
        let report = bench.commit([
            writerJob(EntryCreate(text: "a", notebook: "n", createNotebook: true, tags: tooMany)),
            writerJob(EntryCreate(text: "b", notebook: "n")),
            writerJob(EntryCreate(text: "c", notebook: "n", createNotebook: true)),
            writerJob(EntryCreate(text: "d", notebook: "n")),
        ])
        #expect(report.kinds == [.tagInvalid, .notebookNotFound, nil, nil])
        let notebooks = try ModelContext(bench.container).fetch(FetchDescriptor<Notebook>())
        #expect(notebooks.map(\.name) == ["n"])
    }

    @Test func oneIDInOneTransactionIsWrittenOnce() throws {
        let bench = try WriterBench()
        let id = EntryID.random()
        let report = bench.commit([
            writerJob(EntryCreate(id: id, text: "a")), writerJob(EntryCreate(id: id, text: "a")),
            writerJob(EntryCreate(id: id, text: "b")),
        ])
        #expect(report.kinds == [nil, nil, .entryExists])
        #expect(try bench.count() == 1)
    }

    @Test func commandThatFailsAfterItHasWrittenIsUndoneAlone() throws {
        let bench = try WriterBench()
        let id = EntryID.random()
        _ = bench.commit([writerJob(EntryCreate(id: id, text: "a"))])
        let report = bench.commit(
            [
                writerJob(EntryCreate(text: "b", tags: ["first"])),
                // The tag is written before the entry, whose id is taken.
                writerJob(EntryCreate(id: id, text: "c", tags: ["second"])),
                writerJob(EntryCreate(text: "d", tags: ["first", "third"])),
            ],
            isObserved: true
        )
        #expect(report.kinds == [nil, .entryExists, nil])
        #expect(report.replies.count == 3)
        #expect(report.commits.map(\.revision) == [2, 3])
        #expect(report.head == 3)
        let context = ModelContext(bench.container)
        let tags = try context.fetch(FetchDescriptor<JournalModel.Tag>())
        #expect(tags.map(\.name).sorted() == ["first", "third"])
        let texts = try context.fetch(FetchDescriptor<Entry>()).map(\.text)
        #expect(texts.sorted() == ["a", "b", "d"])
    }

    @Test func commitsAreReportedOnlyWithSubscriptions() throws {
        let bench = try WriterBench()
        #expect(bench.commit([writerJob(EntryCreate(text: "a"))]).commits.isEmpty)
        let report = bench.commit(
            [writerJob(EntryCreate(text: "b", tags: ["t"]))],
            isObserved: true
        )
        #expect(report.commits.map(\.revision) == [2])
        #expect(report.commits.first?.changes.map(\.kind) == [.tag, .entry])
        #expect(report.commits.first?.changes.last?.record?.text == "b")
    }

    @Test func unchangedEntriesMakeNoCommit() throws {
        let bench = try WriterBench()
        let id = EntryID.random()
        _ = bench.commit([writerJob(EntryCreate(id: id, text: "a"))])
        let report = bench.commit(
            [writerJob(EntryUpdate(id: EntryReference(id), text: "a", starred: false))],
            isObserved: true
        )
        #expect(try report.revision(0) == 1)
        #expect(report.head == 1)
        #expect(report.commits.isEmpty)
    }

    @Test func updateKeepsTheEarlierText() throws {
        let bench = try WriterBench()
        let id = EntryID.random()
        _ = bench.commit([
            writerJob(EntryCreate(id: id, text: "a")),
            writerJob(EntryUpdate(id: EntryReference(id), text: "b")),
        ])
        let context = ModelContext(bench.container)
        let entry = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
        #expect(entry.earlierTexts.map(\.text) == ["a"])
    }

    @Test func expiredEntriesAreDeletedFromTheTrash() throws {
        let bench = try WriterBench()
        let id = EntryID.random()
        _ = bench.commit([
            writerJob(EntryCreate(id: id, text: "old", tags: ["t"])),
            writerJob(EntryCreate(text: "kept")),
            writerJob(EntryDelete(id: EntryReference(id))),
        ])
        let before = Date(milliseconds: 1_795_225_767_148)
        func retention(_ limit: Date) -> WriterJob {
            .backgroundTask(EntryDeletion(trashedBefore: limit, isPurge: false))
        }
        _ = bench.commit([retention(before)])
        #expect(try bench.count() == 2)
        let after = before.addingTimeInterval(1)
        let report = bench.commit([retention(after)], isObserved: true)
        #expect(try bench.count() == 1)
        #expect(report.commits.flatMap(\.changes).map(\.id) == [id.text])
        #expect(bench.commit([retention(after)]).head == report.head)
    }

    @Test func emptyingTheTrashDeletesEntriesWhoseTimeIsInTheFuture() throws {
        // Until it is corrected, the clock is a day ahead.
        var dates = Array(repeating: WriterBench.now.addingTimeInterval(86_400), count: 4)
        let bench = try WriterBench { dates.popLast() ?? WriterBench.now }
        let id = EntryID.random()
        _ = bench.commit([
            writerJob(EntryCreate(id: id, text: "a")), writerJob(EntryCreate(text: "kept")),
            writerJob(EntryDelete(id: EntryReference(id))),
        ])
        _ = bench.commit([writerJob(TrashEmpty(before: nil))])
        let left = try ModelContext(bench.container).fetch(FetchDescriptor<Entry>())
        #expect(left.map(\.text) == ["kept"])
    }

    @Test func readOnlyStoresAreReported() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "journal-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let store = url.appending(path: "j.store")
        try JournalContainer.open(store).close()
        let container = try ModelContainer(
            for: Schema(versionedSchema: JournalSchemaV1.self),
            configurations: ModelConfiguration("journal", url: store, allowsSave: false)
        )
        let report = try WriterBench(container).commit([
            writerJob(EntryCreate(text: "a")), writerJob(EntryCreate(text: "")),
        ])
        #expect(report.replies.count == 2)
        #expect(report.kinds.first == .storeReadOnly)
        #expect(report.head == 0)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 0)
    }

    @Test func heartbeatsRunWithoutCommands() async throws {
        let bench = try WriterBench()
        await confirmation { beat in
            _ = bench.commit([.call { beat() }])
        }
    }

    @Test(arguments: [
        ("Pacific/Kiritimati", 14 * 60, "2026-11-21"), ("America/New_York", -5 * 60, "2026-11-20"),
        ("UTC", 0, "2026-11-21"),
    ])
    func entriesWithoutAnInstantGetTheDayAndTheOffsetOfTheirZone(
        zone: String,
        offsetMinutes: Int,
        day: String
    ) throws {
        let bench = try WriterBench()
        let report = bench.commit([writerJob(EntryCreate(text: "a", zone: zone))])
        #expect(report.kinds == [nil])
        let context = ModelContext(bench.container)
        let entry = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
        #expect(entry.zone == zone)
        #expect(entry.offsetMinutes == offsetMinutes)
        #expect(entry.localDay == day)
        #expect(entry.createdAt == WriterBench.now)
    }

    @Test(arguments: ["Nowhere/Land", "europe/berlin", "PST"])
    func unknownTimeZonesAreRejected(zone: String) throws {
        let bench = try WriterBench()
        let report = bench.commit([
            writerJob(EntryCreate(text: "a", createdAt: .epoch, zone: zone))
        ])
        #expect(report.kinds == [.dateInvalid])
    }
}

/// Commands that follow the deletion or the rename of a notebook in the same transaction.
@Suite struct DeletedNameTests {
    private let bench: WriterBench

    init() throws {
        bench = try WriterBench()
        _ = bench.commit([
            writerJob(NotebookCreate(name: "n")), writerJob(NotebookCreate(name: "other")),
            writerJob(EntryCreate(id: Self.id, text: "a", notebook: "other")),
        ])
        // Names are cached once a command has looked them up.
        _ = bench.commit([
            writerJob(EntryCreate(text: "b", notebook: "n")),
            writerJob(NotebookDelete(notebook: "n", moveEntriesTo: "other")),
            writerJob(NotebookCreate(name: "n")),
        ])
    }

    private static let id = EntryID.random()
    private static let delete = NotebookDelete(notebook: "n")

    private func kinds(_ steps: any WriteStep...) -> [ErrorKind?] {
        bench.commit(
            steps.map { .command($0, ReplyToken(connection: 1, request: RequestToken(number: 1))) },
            isObserved: true
        ).kinds
    }

    private func names() throws -> [String] {
        try ModelContext(bench.container).fetch(FetchDescriptor<Notebook>()).map(\.name).sorted()
    }

    @Test func creatingAnEntryCanRecreateADeletedNotebook() throws {
        let create = EntryCreate(text: "c", notebook: "n", createNotebook: true)
        #expect(kinds(Self.delete, create) == [nil, nil])
        #expect(try names() == ["n", "other"])
    }

    @Test func deletedNotebookIsNotFound() throws {
        let update = EntryUpdate(id: EntryReference(Self.id), notebook: "n")
        let rename = NotebookRename(notebook: "n", name: "x")
        #expect(
            kinds(Self.delete, Self.delete, rename, update, EntryCreate(text: "c", notebook: "n"))
                == [
                    nil, .notebookNotFound, .notebookNotFound, .notebookNotFound, .notebookNotFound,
                ]
        )
        #expect(try names() == ["other"])
    }

    @Test func notebookCanBeCreatedAgain() throws {
        #expect(kinds(Self.delete, NotebookCreate(name: "N"), Self.delete) == [nil, nil, nil])
        #expect(try names() == ["other"])
    }

    @Test func renamedNotebookIsFoundUnderItsNewNameOnly() throws {
        #expect(
            kinds(
                EntryCreate(text: "c", notebook: "n"),
                NotebookRename(notebook: "n", name: "x"),
                EntryCreate(text: "d", notebook: "n"),
                EntryCreate(text: "e", notebook: "x")
            ) == [nil, nil, .notebookNotFound, nil]
        )
    }

    @Test func mergedTagCanBeRecreated() throws {
        #expect(
            kinds(
                EntryCreate(text: "c", tags: ["a", "b"]),
                TagRename(tag: "a", name: "b", merge: true),
                EntryCreate(text: "d", tags: ["a"])
            ) == [nil, nil, nil]
        )
        let tags = try ModelContext(bench.container).fetch(FetchDescriptor<JournalModel.Tag>())
        #expect(tags.map(\.name).sorted() == ["a", "b"])
    }

    @Test func batchThatChangesNothingInTheEndMakesNoCommit() throws {
        let head = bench.commit([]).head
        let batch = Batch(calls: [
            .init(NotebookCreate(name: "z")), .init(NotebookDelete(notebook: "z")),
        ])
        let report = bench.commit(
            [writerJob(batch), writerJob(EntryCreate(text: "c"), number: 2)],
            isObserved: true
        )
        #expect(report.kinds == [nil, nil])
        let reply = try Batch.Reply(json: report.replies[0].1.get())
        #expect(reply.cursor.revision == head)
        #expect(reply.results.allSatisfy { $0["cursor"] == reply.cursor.json })
        #expect(try report.revision(1) == head + 1)
        #expect(report.commits.map(\.revision) == [head + 1])
    }

    @Test func batchMayDeleteANotebookAndCreateItAgain() throws {
        let batches = [
            Batch(calls: [.init(Self.delete), .init(NotebookCreate(name: "n"))]),
            Batch(calls: [
                .init(Self.delete),
                .init(EntryCreate(text: "c", notebook: "n", createNotebook: true)),
            ]),
        ]
        #expect(kinds(batches[0], batches[1]) == [nil, nil])
        #expect(try names() == ["n", "other"])
    }
}
