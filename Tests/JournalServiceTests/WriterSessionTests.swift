// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Logging
import SwiftData
import Testing

@testable import JournalService

/// A store in memory and what the writer has for it.
private struct Bench {
    let container: ModelContainer
    let desk: WriteDesk
    private static let now = Date(milliseconds: 1_795_225_767_148)

    init(_ container: ModelContainer? = nil) throws {
        self.container = try container ?? JournalContainer.inMemory()
        let container = self.container
        desk = WriteDesk(ModelContext(container), epoch: "e", revision: 0, clock: { Self.now })
    }

    func commit(_ jobs: [WriterJob], isObserved: Bool = false) -> WriterReport {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var session = WriterSession(desk: desk, isObserved: isObserved, logger: logger)
        return session.commit(jobs)
    }

    func count() throws -> Int {
        try ModelContext(container).fetchCount(FetchDescriptor<Entry>())
    }
}

private func job(_ method: some WriteMethod, number: UInt64 = 1) -> WriterJob {
    .command(method, ReplyAddress(connection: 1, ticket: Ticket(number: number)))
}

extension WriterReport {
    fileprivate var kinds: [ErrorKind?] {
        answers.map { _, outcome in
            if case .failure(let error) = outcome { error.kind } else { nil }
        }
    }

    fileprivate func revision(_ index: Int) throws -> Int64 {
        try EntryWritten(json: answers[index].1.get()).revision
    }
}

@Suite struct WriterSessionTests {
    @Test func commandsTakenTogetherGetRevisionsInOrder() throws {
        let bench = try Bench()
        let report = bench.commit((1...3).map { job(EntryCreate(text: "\($0)"), number: $0) })
        #expect(report.answers.map(\.0.ticket.number) == [1, 2, 3])
        #expect(try (0...2).map(report.revision) == [1, 2, 3])
        #expect(report.head == 3)
        #expect(try bench.count() == 3)
    }

    @Test func aCommandThatFailsFailsAloneAndTakesNoRevision() throws {
        let bench = try Bench()
        let report = bench.commit([
            job(EntryCreate(text: "a")), job(EntryCreate(text: "")),
            job(EntryCreate(text: "b", notebook: "none")), job(EntryCreate(text: "c")),
        ])
        #expect(report.kinds == [nil, .entryEmpty, .notebookNotFound, nil])
        #expect(try report.revision(3) == 2)
        #expect(try bench.count() == 2)
    }

    @Test func namesThatAFailedCommandMadeAreForgotten() throws {
        let bench = try Bench()
        let tooMany = (0...Limits.tags).map { "t\($0)" }
        let report = bench.commit([
            job(EntryCreate(text: "a", notebook: "n", createNotebook: true, tags: tooMany)),
            job(EntryCreate(text: "b", notebook: "n")),
            job(EntryCreate(text: "c", notebook: "n", createNotebook: true)),
            job(EntryCreate(text: "d", notebook: "n")),
        ])
        #expect(report.kinds == [.tagInvalid, .notebookNotFound, nil, nil])
        let notebooks = try ModelContext(bench.container).fetch(FetchDescriptor<Notebook>())
        #expect(notebooks.map(\.name) == ["n"])
    }

    @Test func oneIDInOneTakingIsWrittenOnce() throws {
        let bench = try Bench()
        let id = EntryID.random()
        let report = bench.commit([
            job(EntryCreate(id: id, text: "a")), job(EntryCreate(id: id, text: "a")),
            job(EntryCreate(id: id, text: "b")),
        ])
        #expect(report.kinds == [nil, nil, .entryExists])
        #expect(try bench.count() == 1)
    }

    @Test func commitsAreToldOnlyWhenSomebodyWantsToKnow() throws {
        let bench = try Bench()
        #expect(bench.commit([job(EntryCreate(text: "a"))]).commits.isEmpty)
        let report = bench.commit([job(EntryCreate(text: "b", tags: ["t"]))], isObserved: true)
        #expect(report.commits.map(\.revision) == [2])
        #expect(report.commits.first?.changes.map(\.kind) == [.tag, .entry])
        #expect(report.commits.first?.changes.last?.record?.text == "b")
    }

    @Test func whatChangesNothingMakesNoCommit() throws {
        let bench = try Bench()
        let id = EntryID.random()
        _ = bench.commit([job(EntryCreate(id: id, text: "a"))])
        let report = bench.commit(
            [job(EntryUpdate(id: EntryReference(id), text: "a", starred: false))],
            isObserved: true
        )
        #expect(try report.revision(0) == 1)
        #expect(report.head == 1)
        #expect(report.commits.isEmpty)
    }

    @Test func anUpdateKeepsTheEarlierText() throws {
        let bench = try Bench()
        let id = EntryID.random()
        _ = bench.commit([
            job(EntryCreate(id: id, text: "a")),
            job(EntryUpdate(id: EntryReference(id), text: "b")),
        ])
        let context = ModelContext(bench.container)
        let entry = try #require(try context.fetch(FetchDescriptor<Entry>()).first)
        #expect(entry.earlierTexts.map(\.text) == ["a"])
    }

    @Test func theTrashIsEmptiedOfWhatIsOldEnough() throws {
        let bench = try Bench()
        let id = EntryID.random()
        _ = bench.commit([
            job(EntryCreate(id: id, text: "old", tags: ["t"])), job(EntryCreate(text: "kept")),
            job(EntryDelete(id: EntryReference(id))),
        ])
        let before = Date(milliseconds: 1_795_225_767_148)
        _ = bench.commit([.chore(EmptyTrash(limit: before))])
        #expect(try bench.count() == 2)
        let after = before.addingTimeInterval(1)
        let report = bench.commit([.chore(EmptyTrash(limit: after))], isObserved: true)
        #expect(try bench.count() == 1)
        #expect(report.commits.flatMap(\.changes).map(\.id) == [id.text])
        #expect(bench.commit([.chore(EmptyTrash(limit: after))]).head == report.head)
    }

    @Test func aStoreThatCannotBeWrittenIsTold() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "journal-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let store = url.appending(path: "j.store")
        try JournalContainer.open(store).close()
        let container = try ModelContainer(
            for: Schema(versionedSchema: JournalSchemaV1.self),
            configurations: ModelConfiguration("journal", url: store, allowsSave: false)
        )
        let report = try Bench(container).commit([
            job(EntryCreate(text: "a")), job(EntryCreate(text: "")),
        ])
        #expect(report.answers.count == 2)
        #expect(report.kinds.first == .storeReadOnly)
        #expect(report.head == 0)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Entry>()) == 0)
    }

    @Test func aPulseIsFeltEvenWithoutCommands() async throws {
        let bench = try Bench()
        await confirmation { beat in
            _ = bench.commit([.pulse { beat() }])
        }
    }
}
