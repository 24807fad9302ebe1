// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

struct ListStateMachineTests {
    private func page(at position: Int64, _ records: [EntryRecord] = []) -> ListPage {
        let filter = SubscriptionFilter(
            selection: EntrySelection(),
            isEverything: false,
            include: .ids
        )
        return ListPage(
            filter: filter,
            rows: records.map { ListRow($0, including: .ids) },
            position: position
        )
    }

    @Test func rowsThatAreNewerThanTheLogWaitForIt() throws {
        let now = try #require(Timestamp("2026-11-21T10:00:00Z"))
        let record = EntryRecord(
            id: .random(),
            text: "a",
            createdAt: now,
            zone: "UTC",
            localDay: now.day,
            modifiedAt: now,
            starred: false,
            revision: 4,
            notebook: .init(id: "n", name: "n"),
            tags: []
        )
        var machine = ListStateMachine(ListOpen(include: .ids), page: page(at: 1))
        // The log lacks the commits after the position, so the list is read again.
        var log = CommitLog(after: 3)
        guard case .read = machine.advance(log, isWritable: true) else {
            Issue.record("expected a read")
            return
        }
        machine.pageRead(page(at: 4, [record]))
        guard case .wait = machine.advance(log, isWritable: true) else {
            Issue.record("a position newer than the log was sent")
            return
        }
        #expect(machine.position == 1)
        log.append([], upTo: 4)
        guard case .send(let delivery) = machine.advance(log, isWritable: true) else {
            Issue.record("expected edits")
            return
        }
        #expect(delivery.from == 1)
        #expect(delivery.to == 4)
        #expect(delivery.edits.map(\.edit) == [.insert(at: 0)])
    }
}
