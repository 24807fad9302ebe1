// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import Testing

@testable import JournalService

/// The memory of live lists with equal rows, without I/O.
struct SharedContentsTests {
    private let filter = SubscriptionFilter(
        selection: EntrySelection(),
        isEverything: false,
        include: .summary
    )
    private let lists = SharedLists()
    private let time: Timestamp

    init() throws { time = try #require(Timestamp("2026-11-21T10:00:00Z")) }

    private func record(_ text: String, _ revision: Int64) -> EntryRecord {
        EntryRecord(
            id: .random(),
            text: text,
            createdAt: time,
            zone: "UTC",
            localDay: time.day,
            modifiedAt: time,
            starred: false,
            revision: revision,
            notebook: .init(id: "n", name: "n"),
            tags: []
        )
    }

    private func page(_ records: [EntryRecord], at position: Int64 = 1) -> ListPage {
        // Encoded for each list, as by a reader.
        let rows = records.map { ListRow($0, including: .summary) }
            .sorted { ($0.milliseconds, $0.id) > ($1.milliseconds, $1.id) }
        return ListPage(filter: filter, rows: rows, position: position)
    }

    private func list(_ page: ListPage, limit: Int = 100) -> ListStateMachine {
        ListStateMachine(ListOpen(limit: limit), page: page, sharing: lists)
    }

    private func append(_ revision: Int64, to log: inout CommitLog) throws {
        let record = record("commit \(revision)", revision)
        let change = CommittedChange(
            .create,
            .entry,
            record.id.uuid,
            Int(revision),
            after: FilterAttributes(
                notebook: nil,
                notebookKey: nil,
                tagKeys: [],
                createdAt: Date(timeIntervalSince1970: Double(time.milliseconds) / 1000),
                localDay: time.day.description,
                starred: false,
                isTrashed: false
            ),
            record: record
        )
        log.append([Commit(revision: revision, changes: [change])], upTo: revision)
    }

    private func deliveries(
        _ machine: inout ListStateMachine,
        _ log: CommitLog
    ) -> [ListStateMachine.Delivery] {
        var deliveries: [ListStateMachine.Delivery] = []
        while case .send(let delivery) = machine.advance(log, isWritable: true) {
            deliveries.append(delivery)
        }
        return deliveries
    }

    @Test func equalListsUseTheMemoryOfOne() throws {
        let records = (0..<50).map { record("text \($0)", 1) }
        var first: ListStateMachine? = list(page(records))
        let one = lists.counter.value
        #expect(one > 50 * records[0].text.utf8.count)
        var others = (0..<20).map { _ in list(page(records)) }
        #expect(lists.counter.value == one)
        // Another list of the same entries shares their content.
        let shorter = list(page(records), limit: 40)
        #expect(lists.counter.value < 2 * one)
        #expect(shorter.contents.rows.count == 40)
        first = nil
        others = []
        #expect(lists.counter.value < one + 1)
        #expect(first == nil && others.isEmpty)
    }

    @Test func freedListsUseNoMemory() {
        var machines = (1...3).map { limit in list(page([record("text", 1)]), limit: limit) }
        #expect(lists.counter.value > 0)
        machines = []
        #expect(machines.isEmpty)
        #expect(lists.counter.value == 0)
    }

    @Test func equalListsAdvanceTogether() throws {
        let records = (0..<50).map { record("text \($0)", 1) }
        var machines = (0..<5).map { _ in list(page(records)) }
        var log = CommitLog(after: 1)
        for revision in Int64(2)...9 {
            try append(revision, to: &log)
            let all = machines.indices.map { deliveries(&machines[$0], log) }
            #expect(all.allSatisfy { $0 == all[0] })
            #expect(all[0].map(\.edits.count) == [1])
        }
        let equal = lists.counter.value
        machines.removeLast(4)
        // Those that were removed had no rows of their own.
        #expect(lists.counter.value == equal)
        #expect(machines[0].contents.rows.count == 58)
    }

    @Test func listThatFallsBehindSharesAgainLater() throws {
        let records = (0..<50).map { record("text \($0)", 1) }
        var slow = list(page(records))
        var quick = list(page(records))
        let one = lists.counter.value
        var log = CommitLog(after: 1)
        for revision in Int64(2)...4 {
            try append(revision, to: &log)
            #expect(deliveries(&quick, log).count == 1)
            guard case .wait = slow.advance(log, isWritable: false) else {
                Issue.record("something was made for a list whose connection is not writable")
                return
            }
        }
        #expect(lists.counter.value > one + one / 2)
        let edits = deliveries(&slow, log)
        #expect(edits.map(\.edits.count) == [3])
        #expect(edits.map(\.from) == [1])
        #expect(slow.contents.rows.map(\.row) == quick.contents.rows.map(\.row))
        #expect(lists.counter.value < one + one / 4)
    }

    @Test func versionThatChangedSinceIsNotTakenOver() throws {
        let records = (0..<50).map { record("text \($0)", 1) }
        var slow = list(page(records))
        var quick = list(page(records))
        var log = CommitLog(after: 1)
        try append(2, to: &log)
        let early = log
        #expect(deliveries(&quick, log).count == 1)
        // No other list has the version of the last commit in common, so it changes in place.
        try append(3, to: &log)
        #expect(deliveries(&quick, log).count == 1)
        #expect(deliveries(&slow, early).map(\.edits.count) == [1])
        #expect(slow.contents.rows.count == 51)
        #expect(deliveries(&slow, log).map(\.edits.count) == [1])
        #expect(slow.contents.rows.map(\.row) == quick.contents.rows.map(\.row))
    }

    @Test func endedListHoldsNothingWhileItIsRead() throws {
        var machine = list(page((0..<50).map { record("text \($0)", 1) }))
        let one = lists.counter.value
        var log = CommitLog(after: 2)
        try append(3, to: &log)
        guard case .read = machine.advance(log, isWritable: true) else {
            Issue.record("expected a read")
            return
        }
        machine.end()
        #expect(lists.counter.value < one / 50)
        machine.pageRead(page([record("later", 3)], at: 3))
        guard case .wait = machine.advance(log, isWritable: true) else {
            Issue.record("an ended list did something")
            return
        }
        #expect(machine.contents.rows.isEmpty)
    }

    @Test func longEditsAreSentOneNotificationAtATime() {
        let records = (0..<60).map { record("\($0)" + String(repeating: "\u{1}", count: 900), 1) }
        var machine = list(page(records))
        machine.sendRows(from: 5)
        // A flush is not answered before the first rows are sent.
        #expect(machine.settledPosition == nil)
        let log = CommitLog(after: 1)
        var received: [ListContents.Edit] = []
        var ends: [Bool] = []
        while case .send(let delivery) = machine.advance(log, isWritable: true) {
            received += delivery.edits
            ends.append(delivery.isEnd)
            if !delivery.isEnd { #expect(machine.heldByteCount > 0) }
            #expect(machine.settledPosition == (delivery.isEnd ? 1 : nil))
            guard case .wait = machine.advance(log, isWritable: false) else { return }
        }
        #expect(received.map(\.edit) == (5..<60).map { .insert(at: $0) })
        #expect(ends.count > 1)
        #expect(ends.dropLast().allSatisfy { !$0 })
        #expect(ends.last == true)
        #expect(machine.heldByteCount == 0)
    }
}
