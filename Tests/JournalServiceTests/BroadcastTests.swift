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

private func facets(starred: Bool = false, trashed: Bool = false) -> EntryFacets {
    EntryFacets(
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

private func change(
    _ revision: Int,
    _ operation: ChangeItem.Operation,
    before: EntryFacets?,
    after: EntryFacets
) -> CommittedChange {
    var change = CommittedChange(operation, .entry, id, revision, name: nil)
    change.before = before
    change.after = after
    return change
}

private func interest(starred: Bool? = nil) -> Subscription.Interest {
    var selection = EntrySelection()
    selection.starred = starred
    return Subscription.Interest(
        selection: selection,
        isEverything: starred == nil,
        include: .ids
    )
}

@Suite struct CommitLogTests {
    @Test func commitsAfterAPlaceComeInOrder() {
        var log = CommitLog(after: 10)
        log.append([commit(11), commit(12)], upTo: 12)
        log.append([commit(13)], upTo: 13)
        #expect(log.commits(after: 11, atMost: 10)?.map(\.revision) == [12, 13])
        #expect(log.commits(after: 10, atMost: 1)?.map(\.revision) == [11])
        #expect(log.commits(after: 13, atMost: 10)?.isEmpty == true)
    }

    @Test func whatIsForgottenIsSaidToBe() {
        var log = CommitLog(after: 0, capacity: 2)
        log.append([commit(1), commit(2), commit(3)], upTo: 3)
        #expect(log.commits(after: 0, atMost: 10) == nil)
        #expect(log.commits(after: 1, atMost: 10)?.count == 2)
    }

    @Test func commitsThatNobodyNotedLeaveAGap() {
        var log = CommitLog(after: 0)
        log.append([commit(1)], upTo: 1)
        log.append([], upTo: 5)
        #expect(log.commits(after: 1, atMost: 10) == nil)
        log.append([commit(6)], upTo: 6)
        #expect(log.commits(after: 5, atMost: 10)?.map(\.revision) == [6])
    }
}

@Suite struct SubscriptionInterestTests {
    @Test func anEntryThatEntersIsCreatedAndOneThatLeavesIsDeleted() {
        let plain = facets()
        let starred = facets(starred: true)
        let enters = commit(1, change(1, .update, before: plain, after: starred))
        let leaves = commit(2, change(2, .update, before: starred, after: plain))
        #expect(interest(starred: true).items(of: [enters]).map(\.operation) == [.create])
        #expect(interest(starred: true).items(of: [leaves]).map(\.operation) == [.delete])
        #expect(interest(starred: true).items(of: [enters, leaves]).isEmpty)
        #expect(interest().items(of: [enters, leaves]).map(\.operation) == [.update])
    }

    @Test func severalChangesOfOneEntryBecomeOneItemWithTheLastRevision() {
        let made = commit(1, change(1, .create, before: nil, after: facets()))
        let changed = commit(2, change(2, .update, before: facets(), after: facets()))
        let items = interest().items(of: [made, changed])
        #expect(items.map(\.operation) == [.create])
        #expect(items.map(\.revision) == [2])
    }

    @Test func theTrashIsOutside() {
        let trashed = commit(3, change(3, .update, before: facets(), after: facets(trashed: true)))
        #expect(interest().items(of: [trashed]).map(\.operation) == [.delete])
    }

    @Test func notebooksComeOnlyToThoseWhoSeeEverything() {
        let made = commit(1, CommittedChange(.create, .notebook, id, 1, name: "n"))
        #expect(interest().items(of: [made]).map(\.name) == ["n"])
        #expect(interest(starred: true).items(of: [made]).isEmpty)
    }

    @Test func aNotebookThatCameAndWentWasNeverThere() {
        let made = commit(1, CommittedChange(.create, .notebook, id, 1, name: "n"))
        let gone = commit(2, CommittedChange(.delete, .notebook, id, 2, name: nil))
        #expect(interest().items(of: [made, gone]).isEmpty)
    }
}

@Suite struct ChangeLinesTests {
    private let lines = ChangeLines(
        subscription: "s",
        from: Cursor(epoch: "e", revision: 1),
        to: Cursor(epoch: "e", revision: 2)
    )

    private func item(_ number: Int, text: String? = nil) throws -> ChangeItem {
        let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
        let record = text.map { text in
            EntryRecord(
                id: .random(),
                text: text,
                createdAt: now,
                zone: "UTC",
                localDay: now.day,
                modifiedAt: now,
                starred: false,
                revision: 1,
                notebook: .init(id: "n", name: "n")
            )
        }
        return ChangeItem(
            operation: .create,
            kind: .entry,
            id: "\(number)",
            revision: 1,
            entry: record
        )
    }

    private func content(_ line: [UInt8]) throws -> Changes {
        guard case .notification(let notification) = try ServerMessage(line: line) else {
            throw InvalidParams("expected a notification")
        }
        return try Changes(json: notification.params)
    }

    @Test func fewItemsFitOneLine() throws {
        let made = lines.lines([try item(1), try item(2)])
        #expect(made.count == 1)
        #expect(try content(made[0]).items.map(\.id) == ["1", "2"])
        #expect(try !content(made[0]).more)
    }

    @Test func manyItemsAreSplitAndAllButTheLastSayThatMoreFollows() throws {
        let items = try (0..<2000).map { try item($0) }
        let made = lines.lines(items)
        #expect(made.count > 1)
        #expect(made.allSatisfy { $0.count <= Limits.notification })
        let contents = try made.map(content)
        #expect(contents.dropLast().allSatisfy { $0.more })
        #expect(contents.last?.more == false)
        #expect(contents.flatMap(\.items).map(\.id) == items.map(\.id))
    }

    @Test func anEntryThatDoesNotFitComesWithoutItsText() throws {
        let long = try item(1, text: String(repeating: "\u{1}", count: 20_000))
        let made = lines.lines([long, try item(2, text: "short")])
        let items = try made.flatMap { try content($0).items }
        #expect(items.map(\.truncated) == [true, false])
        #expect(items[0].entry == nil)
        #expect(items[1].entry?.text == "short")
    }
}
