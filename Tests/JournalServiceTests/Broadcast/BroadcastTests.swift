// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

private func commit(_ revision: Int64, _ changes: CommittedChange...) -> Commit {
    Commit(revision: revision, changes: changes)
}

private func attributes(starred: Bool = false, trashed: Bool = false) -> FilterAttributes {
    FilterAttributes(
        notebook: nil,
        notebookKey: nil,
        tagKeys: [],
        createdAt: Date(milliseconds: 0),
        localDay: "1970-01-01",
        starred: starred,
        isTrashed: trashed
    )
}

private let id = UUID()
private let longTags = (0..<16).map { "\($0)" + String(repeating: "t", count: 200) }

private func change(
    _ revision: Int,
    _ operation: ChangeItem.Operation,
    before: FilterAttributes?,
    after: FilterAttributes
) -> CommittedChange {
    CommittedChange(operation, .entry, id, revision, before: before, after: after)
}

/// What an item says.
private func content(_ item: EncodedItem) throws -> ChangeItem {
    try ChangeItem(json: JSON.parse(item.json))
}

private func filter(starred: Bool? = nil) -> SubscriptionFilter {
    var selection = EntrySelection()
    selection.starred = starred
    return SubscriptionFilter(
        selection: selection,
        isEverything: starred == nil,
        include: .ids
    )
}

@Suite struct CommitLogTests {
    @Test func commitsAfterAPositionAreReturnedInOrder() {
        var log = CommitLog(after: 10)
        log.append([commit(11), commit(12)], upTo: 12)
        log.append([commit(13)], upTo: 13)
        #expect(log.commits(after: 11, atMost: 10)?.map(\.revision) == [12, 13])
        #expect(log.commits(after: 10, atMost: 1)?.map(\.revision) == [11])
        #expect(log.commits(after: 13, atMost: 10)?.isEmpty == true)
    }

    @Test func droppedCommitsAreReportedAsMissing() {
        var log = CommitLog(after: 0, capacity: 2)
        log.append([commit(1), commit(2), commit(3)], upTo: 3)
        #expect(log.commits(after: 0, atMost: 10) == nil)
        #expect(log.commits(after: 1, atMost: 10)?.count == 2)
    }

    @Test(arguments: [(String(repeating: "a", count: 8_000), [String]()), ("a", longTags)])
    func longTextsAndTagsAreDroppedSooner(text: String, tags: [String]) throws {
        var log = CommitLog(after: 0, byteCapacity: 30_000)
        let instant = Timestamp.epoch
        for revision in 1...3 {
            let record = EntryRecord(
                id: .random(),
                text: text,
                createdAt: instant,
                zone: "UTC",
                localDay: instant.day,
                modifiedAt: instant,
                starred: false,
                revision: Int64(revision),
                notebook: EntryRecord.NotebookReference(id: "n", name: "Notes"),
                tags: tags
            )
            let change = CommittedChange(.create, .entry, id, revision, record: record)
            log.append([commit(Int64(revision), change)], upTo: Int64(revision))
        }
        #expect(log.commits(after: 1, atMost: 10) == nil)
        #expect(log.commits(after: 2, atMost: 10)?.map(\.revision) == [3])
    }

    @Test func unreportedCommitsAreReportedAsMissing() {
        var log = CommitLog(after: 0)
        log.append([commit(1)], upTo: 1)
        log.append([], upTo: 5)
        #expect(log.commits(after: 1, atMost: 10) == nil)
        log.append([commit(6)], upTo: 6)
        #expect(log.commits(after: 5, atMost: 10)?.map(\.revision) == [6])
    }
}

@Suite struct SubscriptionFilterTests {
    @Test func enteringAndLeavingAFilterIsReportedAsCreateAndDelete() {
        let plain = attributes()
        let starred = attributes(starred: true)
        let enters = commit(1, change(1, .update, before: plain, after: starred))
        let leaves = commit(2, change(2, .update, before: starred, after: plain))
        let starring = filter(starred: true)
        #expect(starring.changes(in: [enters]) { _ in true }.map(\.operation) == [.create])
        #expect(starring.changes(in: [leaves]) { _ in true }.map(\.operation) == [.delete])
        #expect(starring.changes(in: [enters, leaves]) { _ in true }.isEmpty)
        #expect(filter().changes(in: [enters, leaves]) { _ in true }.map(\.operation) == [.update])
    }

    @Test func severalChangesOfOneEntryBecomeOneItemWithTheLastRevision() {
        let made = commit(1, change(1, .create, before: nil, after: attributes()))
        let changed = commit(2, change(2, .update, before: attributes(), after: attributes()))
        let seen = filter().changes(in: [made, changed]) { _ in true }
        #expect(seen.map(\.operation) == [.create])
        #expect(seen.map(\.last.revision) == [2])
    }

    @Test func trashedEntriesAreReportedAsDeleted() {
        let trashed = commit(
            3,
            change(3, .update, before: attributes(), after: attributes(trashed: true))
        )
        #expect(filter().changes(in: [trashed]) { _ in true }.map(\.operation) == [.delete])
    }

    @Test func notebooksAreReportedOnlyWithoutAFilter() throws {
        let made = commit(1, CommittedChange(.create, .notebook, id, 1, name: "n"))
        #expect(try filter().items(of: [made]).map(content).map(\.name) == ["n"])
        #expect(filter(starred: true).items(of: [made]).isEmpty)
    }

    @Test func createdAndDeletedNotebooksAreNotReported() {
        let made = commit(1, CommittedChange(.create, .notebook, id, 1, name: "n"))
        let gone = commit(2, CommittedChange(.delete, .notebook, id, 2, name: nil))
        #expect(filter().items(of: [made, gone]).isEmpty)
    }
}
