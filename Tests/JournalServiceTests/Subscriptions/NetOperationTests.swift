// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

/// Net operations of commits, with and without the changes of the subscriber.
struct NetOperationTests {
    /// A state of one entry: nil if it does not exist, otherwise whether it is starred.
    private typealias State = Bool?

    private static let subscriber = 1
    private static let uuid = UUID()

    private static func attributes(_ starred: Bool) -> FilterAttributes {
        FilterAttributes(
            notebook: nil,
            notebookKey: nil,
            tagKeys: [],
            createdAt: Date(timeIntervalSince1970: 0),
            localDay: "1970-01-01",
            starred: starred,
            isTrashed: false
        )
    }

    private static func operation(_ before: State, _ after: State) -> ChangeItem.Operation {
        before == nil ? .create : after == nil ? .delete : .update
    }

    /// The commits that bring the entry through some states, the first being the one before.
    private func commits(_ states: [State], origins: [Int?]) -> [Commit] {
        zip(zip(states, states.dropFirst()), origins).enumerated().map { offset, step in
            let ((before, after), origin) = step
            let change = CommittedChange(
                Self.operation(before, after),
                .entry,
                Self.uuid,
                offset + 1,
                before: before.map(Self.attributes),
                after: after.map(Self.attributes)
            )
            return Commit(revision: Int64(offset + 1), changes: [change], origin: origin)
        }
    }

    private func filter(_ starred: Bool?, noEcho: Bool) -> SubscriptionFilter {
        var selection = EntrySelection()
        selection.starred = starred
        return SubscriptionFilter(
            selection: selection,
            ignoredOrigin: noEcho ? Self.subscriber : nil,
            isEverything: starred == nil,
            include: .ids
        )
    }

    private func operations(
        _ filter: SubscriptionFilter,
        _ commits: [Commit],
        after known: KnownStates = KnownStates()
    ) -> [ChangeItem.Operation] {
        filter.changes(in: commits, after: known) { _ in true }.map(\.operation)
    }

    /// The states, the origins, the starred entries that are selected, and the operation.
    private static let cases: [([State], [Int?], Bool?, [ChangeItem.Operation])] = [
        ([nil, false], [1], nil, []),
        ([nil, false, nil], [1, 2], nil, [.delete]),
        ([nil, false, true], [1, 2], nil, [.update]),
        ([nil, false, true], [2, 1], nil, [.create]),
        ([false, true, false], [1, 2], true, [.delete]),
        ([false, false, true, false], [2, 1, 2], true, [.delete]),
        ([true, false, true], [1, 2], true, [.create]),
        ([false, false], [2], true, []),
        ([true, nil], [nil], true, [.delete]),
    ]

    @Test(arguments: cases.indices)
    func operationIsRelativeToTheOwnChangesOfTheSubscriber(index: Int) {
        let (states, origins, starred, expected) = Self.cases[index]
        let commits = commits(states, origins: origins)
        #expect(operations(filter(starred, noEcho: true), commits) == expected)
    }

    @Test func entryThatEntersAndLeavesIsNotReportedWithEcho() {
        let filter = filter(true, noEcho: false)
        #expect(operations(filter, commits([false, true, false], origins: [1, 2])).isEmpty)
        #expect(operations(filter, commits([nil, true, nil], origins: [1, 2])).isEmpty)
        #expect(operations(filter, commits([nil, false, true], origins: [1, 2])) == [.create])
    }

    @Test func operationIsRelativeToTheStateThatTheSubscriberHas() {
        let filter = filter(true, noEcho: false)
        let id = Self.uuid.text
        let leaving = commits([nil, true, false], origins: [1, 2])
        #expect(operations(filter, leaving).isEmpty)
        #expect(operations(filter, leaving, after: KnownStates(revisions: [id: 1])) == [.delete])
        #expect(operations(filter, leaving, after: KnownStates(revisions: [id: 2])).isEmpty)
        let unknown = KnownStates(mayIncludeAny: true)
        #expect(operations(filter, leaving, after: unknown) == [.delete])
        let returning = commits([true, false, true], origins: [1, 2])
        #expect(operations(filter, returning) == [.update])
        #expect(operations(filter, returning, after: KnownStates(revisions: [id: 1])) == [.create])
    }

    @Test(arguments: [ChangeItem.ObjectKind.tag, .notebook])
    func foreignDeletionOfAnOwnNameIsReported(kind: ChangeItem.ObjectKind) {
        let steps: [(ChangeItem.Operation, Int)] = [(.create, 1), (.delete, 2)]
        let commits = steps.enumerated().map { offset, step in
            let change = CommittedChange(step.0, kind, Self.uuid, offset + 1, name: "a", key: "a")
            return Commit(revision: Int64(offset + 1), changes: [change], origin: step.1)
        }
        #expect(operations(filter(nil, noEcho: true), commits) == [.delete])
        #expect(operations(filter(nil, noEcho: false), commits).isEmpty)
    }
}
