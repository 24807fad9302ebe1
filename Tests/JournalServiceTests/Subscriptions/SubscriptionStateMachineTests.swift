// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import JournalProtocol
import SwiftData
import Testing

@testable import JournalService

private typealias Delivery = SubscriptionStateMachine.Delivery

/// An item of a revision.
private func item(_ id: String, _ revision: Int64) -> EncodedItem {
    EncodedItem(ChangeItem(operation: .update, kind: .tag, id: id, revision: revision, name: id))
}

private let tags = (0..<4).map { _ in UUID() }

/// A commit that updates a tag.
private func commit(_ revision: Int64, tag: Int = 0, formerKey: String? = nil) -> Commit {
    let change = CommittedChange(
        .update,
        .tag,
        tags[tag],
        Int(revision),
        name: "tag",
        key: "tag",
        formerKey: formerKey
    )
    return Commit(revision: revision, changes: [change])
}

private func log(after floor: Int64 = 0, upTo head: Int64, capacity: Int = 4096) -> CommitLog {
    var log = CommitLog(after: floor, capacity: capacity)
    if head > floor { log.append((floor + 1...head).map { commit($0) }, upTo: head) }
    return log
}

private let everything = SubscriptionFilter(
    selection: EntrySelection(),
    isEverything: true,
    include: .ids
)

private func resumed(
    _ position: SubscriptionStateMachine.Position
) -> SubscriptionStateMachine {
    SubscriptionStateMachine(everything, resumingAt: position, reportsProgress: false)
}

private func machine(
    at position: Int64 = 0,
    startsWithSnapshot: Bool = false,
    _ filter: SubscriptionFilter = everything
) -> SubscriptionStateMachine {
    SubscriptionStateMachine(filter, position: position, startsWithSnapshot: startsWithSnapshot)
}

extension SubscriptionStateMachine.Action {
    /// The positions and the revisions of a delivery, or nil for another action.
    fileprivate var range: [Int64]? {
        guard case .send(let delivery) = self else { return nil }
        return [delivery.from, delivery.to] + delivery.items.map(\.revision)
    }
}

@Suite struct SubscriptionStateMachineTests {
    @Test func newCommitsAreSentAsOneDelivery() {
        var machine = machine()
        #expect(machine.advance(log(upTo: 0), isWritable: true) == .wait)
        #expect(machine.advance(log(upTo: 3), isWritable: true).range == [0, 3, 3])
        #expect(machine.advance(log(upTo: 3), isWritable: true) == .wait)
        #expect(machine.settledPosition == 3)
    }

    @Test func resumedSubscriptionContinuesAtItsPosition() {
        var first = machine()
        #expect(first.advance(log(upTo: 3), isWritable: true).range == [0, 3, 3])
        let position = first.resumptionPosition
        #expect(position == .init(settled: 3, reported: 3, mayHaveOtherStates: true))
        var second = resumed(position)
        #expect(second.advance(log(after: 3, upTo: 3), isWritable: true) == .wait)
        #expect(second.advance(log(after: 3, upTo: 5), isWritable: true).range == [3, 5, 5])
        var third = resumed(position)
        #expect(third.advance(log(after: 4, upTo: 5), isWritable: true) == .readHistory(after: 3))
    }

    @Test func resumedSubscriptionRepeatsNoItemThatWasSentInANewerState() {
        var first = machine(at: 1)
        #expect(first.advance(log(after: 3, upTo: 4), isWritable: true) == .readHistory(after: 1))
        _ = first.historyRead(.changes([item("a", 4)], upTo: 2))
        var second = resumed(first.resumptionPosition)
        #expect(second.advance(log(after: 3, upTo: 4), isWritable: true) == .readHistory(after: 2))
        #expect(second.historyRead(.changes([item("a", 4)], upTo: 4)) == .wait)
        #expect(second.position == 4)
    }

    @Test func incompleteSnapshotIsResumedByAReset() {
        var first = machine(at: 2, startsWithSnapshot: true)
        #expect(first.advance(log(upTo: 2), isWritable: true) == .readSnapshot(from: .beginning))
        var second = resumed(first.resumptionPosition)
        #expect(second.resumptionPosition.isInSnapshot)
        #expect(
            second.advance(log(after: 5, upTo: 5), isWritable: true)
                == .reset(from: 2, to: 5, .failed)
        )
        #expect(!second.resumptionPosition.isInSnapshot)
    }

    @Test func oneDeliveryJoinsABoundedNumberOfCommits() {
        var machine = machine()
        let count = Int64(CommitLog.maximumJoinedCount)
        let log = log(upTo: count + 1)
        #expect(machine.advance(log, isWritable: true).range == [0, count, count])
        #expect(machine.advance(log, isWritable: true).range == [count, count + 1, count + 1])
    }

    @Test func commitsOutsideTheFilterMoveThePosition() {
        var filter = everything
        filter.isEverything = false
        var machine = machine(filter)
        #expect(machine.advance(log(upTo: 300), isWritable: true) == .wait)
        #expect(machine.position == 300)
    }

    @Test func slowReaderKeepsItsPositionAndReadsHistoryLater() {
        var machine = machine()
        #expect(machine.advance(log(upTo: 2), isWritable: false) == .wait)
        #expect(machine.position == 0)
        let log = log(upTo: 9, capacity: 4)
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
        #expect(machine.advance(log, isWritable: true) == .wait)
        let items = [item("a", 5)]
        #expect(
            machine.historyRead(.changes(items, upTo: 5))
                == .send(Delivery(items: items, from: 0, to: 5))
        )
        #expect(machine.advance(log, isWritable: true).range == [5, 9, 9])
    }

    @Test func historyThatIsTooOldResetsTheSubscriber() {
        var machine = machine(at: 3)
        let log = log(after: 20, upTo: 21)
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 3))
        #expect(
            machine.historyRead(.reset(upTo: 20, .history)) == .reset(from: 3, to: 20, .history)
        )
        #expect(machine.advance(log, isWritable: true).range == [20, 21, 21])
    }

    @Test func positionIsReportedOnceAfterADelay() {
        var filter = everything
        filter.isEverything = false
        var machine = SubscriptionStateMachine(
            filter,
            position: 0,
            startsWithSnapshot: false,
            reportsProgress: true
        )
        let delay = SubscriptionStateMachine.progressInterval
        #expect(machine.advance(log(upTo: 2), isWritable: true) == .scheduleProgress(after: delay))
        #expect(machine.advance(log(upTo: 4), isWritable: true) == .wait)
        #expect(machine.reportProgress() == .send(Delivery(items: [], from: 0, to: 4)))
        #expect(machine.reportProgress() == .wait)
        // The delay that began above still lasts, so no other one begins.
        #expect(machine.advance(log(upTo: 5), isWritable: true) == .wait)
        #expect(
            machine.progressDelayElapsed() == .send(Delivery(items: [], from: 4, to: 5))
        )
        #expect(machine.progressDelayElapsed() == .wait)
        #expect(machine.advance(log(upTo: 6), isWritable: true) == .scheduleProgress(after: delay))
    }

    @Test func resetContinuesTheReportedPosition() {
        var filter = everything
        filter.isEverything = false
        var machine = SubscriptionStateMachine(
            filter,
            position: 0,
            startsWithSnapshot: false,
            reportsProgress: true
        )
        _ = machine.advance(log(upTo: 2), isWritable: true)
        let behind = log(after: 8, upTo: 9)
        #expect(machine.advance(behind, isWritable: true) == .readHistory(after: 2))
        let reset = machine.historyRead(.reset(upTo: 9, .history))
        #expect(reset == .reset(from: 0, to: 9, .history))
    }

    @Test func wordsAreComparedOnlyForCommitsThatTheOtherCriteriaSelect() throws {
        var filter = everything
        filter.isEverything = false
        filter.words = try FullTextQuery("rain")
        var machine = machine(filter)
        #expect(machine.advance(log(upTo: 3), isWritable: true) == .wait)
        #expect(machine.position == 3)
        let attributes = FilterAttributes(
            notebook: nil,
            notebookKey: nil,
            tagKeys: [],
            createdAt: Date(),
            localDay: "2026-01-01",
            starred: false,
            isTrashed: false,
            text: "rain"
        )
        let change = CommittedChange(.create, .entry, tags[0], 4, after: attributes)
        var log = log(upTo: 3)
        log.append([Commit(revision: 4, changes: [change])], upTo: 4)
        #expect(machine.advance(log, isWritable: true) == .match(after: 3, upTo: 4))
        #expect(machine.advance(log, isWritable: true) == .wait)
        let items = [item("a", 4)]
        #expect(
            machine.matched(items, upTo: 4) == .send(Delivery(items: items, from: 3, to: 4))
        )
    }

    @Test func renameOfTheFilterResetsTheSubscriber() throws {
        var filter = everything
        filter.isEverything = false
        filter.selection.tags = [EntrySelection.TagChoice(unknown: "old")]
        var machine = machine(filter)
        var log = CommitLog(after: 0)
        log.append([commit(1), commit(2, formerKey: "old"), commit(3)], upTo: 3)
        #expect(machine.advance(log, isWritable: true) == .reset(from: 0, to: 2, .renamed))
        #expect(machine.advance(log, isWritable: true) == .wait)
        #expect(machine.position == 3)
    }

    @Test func historyIsReadInBatches() {
        var machine = machine()
        let log = log(after: 200, upTo: 200)
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
        #expect(machine.historyRead(.changes([], upTo: 128)) == .wait)
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 128))
        #expect(machine.historyRead(.changes([], upTo: 200)) == .wait)
        #expect(machine.advance(log, isWritable: true) == .wait)
    }

    @Test func changesThatHistoryContainedAreNotSentAgain() {
        var machine = machine()
        let id = tags[0].text
        var log = log(after: 4, upTo: 4)
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
        // The reader saw the tag in the state of commit 6, which comes later.
        #expect(machine.historyRead(.changes([item(id, 6)], upTo: 4)).range == [0, 4, 6])
        log.append([commit(5), commit(6)], upTo: 6)
        #expect(machine.advance(log, isWritable: true) == .wait)
        #expect(machine.position == 6)
        log.append([commit(7)], upTo: 7)
        #expect(machine.advance(log, isWritable: true).range == [6, 7, 7])
    }
}

@Suite struct SubscriptionSnapshotTests {
    private let position = EntryListing.Position(milliseconds: 5, uuid: UUID())

    /// Returns commits 8 and 9, which create and delete a tag.
    private func commitsOfADeletedTag() -> [Commit] {
        let steps: [(ChangeItem.Operation, Int)] = [(.create, 8), (.delete, 9)]
        return steps.map { operation, revision in
            let change = CommittedChange(operation, .tag, tags[0], revision, name: "a", key: "a")
            return Commit(revision: Int64(revision), changes: [change])
        }
    }

    @Test func snapshotIsSentPageByPageBeforeChanges() {
        var machine = machine(at: 7, startsWithSnapshot: true)
        let log = log(after: 7, upTo: 8)
        #expect(machine.settledPosition == nil)
        #expect(machine.advance(log, isWritable: true) == .readSnapshot(from: .beginning))
        let first = SnapshotPage(items: [item("a", 3)], next: .after(position))
        #expect(
            machine.snapshotRead(first)
                == .send(Delivery(items: first.items, from: 7, to: 7, isEnd: false))
        )
        #expect(machine.advance(log, isWritable: false) == .wait)
        #expect(machine.advance(log, isWritable: true) == .readSnapshot(from: .after(position)))
        #expect(machine.settledPosition == nil)
        let last = SnapshotPage(items: [], next: nil)
        #expect(machine.snapshotRead(last) == .send(Delivery(items: [], from: 7, to: 7)))
        #expect(machine.settledPosition == 7)
        #expect(machine.advance(log, isWritable: true).range == [7, 8, 8])
    }

    @Test func changesThatTheSnapshotContainedAreNotSentAgain() {
        var machine = machine(at: 7, startsWithSnapshot: true)
        let log = log(after: 7, upTo: 9)
        #expect(machine.advance(log, isWritable: true) == .readSnapshot(from: .beginning))
        let page = SnapshotPage(items: [item(tags[0].text, 9)], next: nil)
        #expect(machine.snapshotRead(page).range == [7, 7, 9])
        #expect(machine.advance(log, isWritable: true) == .wait)
        #expect(machine.settledPosition == 9)
    }

    @Test func deletionOfWhatOnlyTheSnapshotContainedIsSent() throws {
        var machine = machine(at: 7, startsWithSnapshot: true)
        var log = log(after: 7, upTo: 7)
        log.append(commitsOfADeletedTag(), upTo: 9)
        var other = resumed(.init(settled: 7, reported: 7))
        #expect(other.advance(log, isWritable: true) == .wait)
        #expect(machine.advance(log, isWritable: true) == .readSnapshot(from: .beginning))
        // The reader saw the tag that commit 8 created.
        let page = SnapshotPage(items: [item(tags[0].text, 8)], next: nil)
        #expect(machine.snapshotRead(page).range == [7, 7, 8])
        #expect(machine.advance(log, isWritable: true).range == [7, 9, 9])
        // Another connection continues at the position of the snapshot, which is older.
        var next = SubscriptionStateMachine(everything, position: 7, startsWithSnapshot: false)
        // Another process continues it before it has caught up.
        #expect(next.advance(log, isWritable: false) == .wait)
        var continued = resumed(next.resumptionPosition)
        #expect(continued.advance(log, isWritable: true).range == [7, 9, 9])
        #expect(next.advance(log, isWritable: true).range == [7, 9, 9])
    }

    @Test func deletionOfWhatTheSubscriberReadAfterAResetIsSent() throws {
        var machine = resumed(.init(settled: 5, reported: 5, isInSnapshot: true))
        var log = log(after: 7, upTo: 7)
        #expect(machine.advance(log, isWritable: true) == .reset(from: 5, to: 7, .failed))
        // The subscriber reads the tag that commit 8 creates.
        log.append(commitsOfADeletedTag(), upTo: 9)
        var continued = resumed(machine.resumptionPosition)
        #expect(machine.advance(log, isWritable: true).range == [7, 9, 9])
        #expect(continued.advance(log, isWritable: true).range == [7, 9, 9])
    }
}

@Suite struct SubscriptionRetryTests {
    @Test func failedReadsAreRetriedWithLongerDelaysAndThenReset() {
        var machine = machine()
        let log = log(after: 4, upTo: 5)
        for delay in SubscriptionStateMachine.retryDelays {
            #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
            #expect(machine.readFailed(log) == .retry(after: delay))
            #expect(machine.advance(log, isWritable: true) == .wait)
            machine.retryElapsed()
        }
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
        #expect(machine.readFailed(log) == .reset(from: 0, to: 5, .failed))
        #expect(machine.advance(log, isWritable: true) == .wait)
    }

    @Test func successfulReadResetsTheRetryDelays() {
        var machine = machine()
        let log = log(after: 4, upTo: 4)
        for _ in 1...2 {
            #expect(machine.advance(log, isWritable: true) == .readHistory(after: machine.position))
            #expect(machine.readFailed(log) == .retry(after: .milliseconds(50)))
            machine.retryElapsed()
            #expect(machine.advance(log, isWritable: true) == .readHistory(after: machine.position))
            #expect(machine.historyRead(.changes([], upTo: machine.position + 1)) == .wait)
        }
    }

    @Test func failedSnapshotPageIsRetriedAndThenReset() {
        var machine = machine(at: 2, startsWithSnapshot: true)
        let log = log(after: 4, upTo: 4)
        for _ in SubscriptionStateMachine.retryDelays {
            #expect(machine.advance(log, isWritable: true) == .readSnapshot(from: .beginning))
            _ = machine.readFailed(log)
            #expect(machine.settledPosition == nil)
            machine.retryElapsed()
        }
        #expect(machine.advance(log, isWritable: true) == .readSnapshot(from: .beginning))
        #expect(machine.readFailed(log) == .reset(from: 2, to: 4, .failed))
        #expect(machine.settledPosition == 4)
    }

    @Test func retriesWaitUntilTheConnectionIsWritable() {
        var machine = machine()
        let log = log(after: 4, upTo: 4)
        _ = machine.advance(log, isWritable: true)
        _ = machine.readFailed(log)
        machine.retryElapsed()
        #expect(machine.advance(log, isWritable: false) == .wait)
        #expect(machine.advance(log, isWritable: true) == .readHistory(after: 0))
    }

    @Test func unexpectedEventsChangeNothing() {
        var machine = machine(at: 3)
        #expect(machine.historyRead(.reset(upTo: 9, .history)) == .wait)
        #expect(machine.snapshotRead(SnapshotPage()) == .wait)
        #expect(machine.readFailed(log(upTo: 9)) == .wait)
        machine.retryElapsed()
        #expect(machine.position == 3)
    }
}

@Suite struct PendingFlushesTests {
    @Test func flushesAreAnsweredOnceTheirPositionIsReached() {
        var flushes = PendingFlushes()
        flushes.append(RequestToken(number: 1), at: 3)
        flushes.append(RequestToken(number: 2), at: 5)
        #expect(flushes.take(upTo: 2).isEmpty)
        #expect(flushes.take(upTo: 4).map(\.position) == [3])
        #expect(flushes.take(upTo: 5).map(\.token.number) == [2])
        #expect(flushes.take(upTo: 5).isEmpty)
    }

    @Test func cancelledFlushIsRemoved() {
        var flushes = PendingFlushes()
        flushes.append(RequestToken(number: 1), at: 3)
        let first = flushes.remove(RequestToken(number: 1))
        #expect(first)
        let second = flushes.remove(RequestToken(number: 1))
        #expect(!second)
    }
}
