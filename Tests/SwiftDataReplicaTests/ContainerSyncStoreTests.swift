// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataReplica
import SwiftDataSync
import Synchronization
import Testing

@testable import SwiftDataSyncEngine

/// Stores of several machines, compared through their models.
struct ContainerSyncStoreTests {
    private let space: TestSpace

    init() throws { space = try TestSpace() }

    @Test func anotherStoreReceivesEveryKindOfValue() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { context in
            let entry = context.add(Diary.Entry("a", in: Diary.Notebook("work")))
            entry.isStarred = true
            entry.mood = -0.25
            entry.place = Diary.Place(latitude: 1.5, longitude: nil)
            entry.photo = Data(repeating: 7, count: 200_000)
            entry.tags = [Diary.Tag("red"), Diary.Tag("blue")]
            entry.attachments = [Diary.Attachment("x", "content")]
            entry.earlierTexts = [Diary.EarlierText("old")]
            entry.related = context.add(Diary.Entry("b"))
        }
        try await space.synchronize(first, second)
        let content = try first.content
        #expect(content.entries.count == 2 && content.tags.count == 2)
        #expect(try second.content == content)
        #expect(try second.context.all(Diary.Entry.self).map(\.revision) == [0, 0])
        let report = try await second.synchronize()
        #expect(report.received == 0 && report.sent == 0)
    }

    @Test func changesOfBothStoresAreMerged() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { $0.insert(Diary.Entry("a", in: Diary.Notebook("work"))) }
        try second.write { $0.insert(Diary.Entry("b")) }
        try await space.synchronize(first, second, first)
        try first.write { try $0.entry("b")?.isStarred = true }
        try second.write { context in
            try context.entry("b")?.mood = 1
            try context.entry("a")?.notebook = nil
        }
        try await space.synchronize(first, second, first)
        let content = try first.content
        #expect(try second.content == content)
        #expect(content.entries.values.allSatisfy { $0.notebook == nil })
        let merged = content.entries.values.first { $0.text == "b" }
        #expect(merged?.isStarred == true && merged?.mood == 1)
    }

    @Test func bothTextsOfAConflictAreInBothStores() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { $0.insert(Diary.Entry("a")) }
        try await space.synchronize(first, second)
        try first.write { try $0.entry("a")?.text = "b" }
        try second.write { try $0.entry("a")?.text = "c" }
        try await space.synchronize(first, second, first, second)
        let content = try first.content
        #expect(content.texts == ["b", "c"] && content.partCount == 1)
        let time = try #require(content.entries.values.first?.earlierTimes.first)
        #expect(abs(time.timeIntervalSinceNow) < 600)
        #expect(try second.content == content)
    }

    @Test func unseenEditOutlivesADeletion() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { context in
            let entry = context.add(Diary.Entry("a", in: Diary.Notebook("work")))
            entry.tags = [Diary.Tag("red")]
            entry.attachments = [Diary.Attachment("x", "1")]
        }
        try await space.synchronize(first, second)
        try first.write { $0.delete(try #require(try $0.entry("a"))) }
        try second.write { try $0.entry("a")?.text = "b" }
        try await space.synchronize(first, second, first, second)
        let content = try first.content
        #expect(content.entries.values.map(\.text) == ["b"])
        #expect(content.entries.values.first?.tags.count == 1)
        #expect(content.entries.values.first?.attachments.count == 1)
        #expect(try second.content == content)
    }

    @Test func deletionRemovesTheRowWithItsParts() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { context in
            let entry = context.add(Diary.Entry("a"))
            entry.tags = [Diary.Tag("red")]
            entry.attachments = [Diary.Attachment("x", "1"), Diary.Attachment("y", "2")]
            entry.earlierTexts = [Diary.EarlierText("old")]
        }
        try await space.synchronize(first, second)
        try second.write { $0.delete(try #require(try $0.entry("a"))) }
        try await space.synchronize(second, first)
        let content = try first.content
        #expect(content.entries.isEmpty && content.partCount == 0 && content.tags.count == 1)
        #expect(try second.content == content)
    }

    @Test func rowsWithoutUUIDAreIdentifiedByTheirValues() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { context in
            let attachment = Diary.Attachment("x", "1")
            context.add(Diary.Entry("a")).attachments = [attachment]
            attachment.pieces = [Diary.Piece(1, "one"), Diary.Piece(2, "two")]
        }
        try await space.synchronize(first, second)
        #expect(try second.content == first.content)
        for machine in [first, second] {
            machine.restart()
            try machine.write { context in
                let attachment = try #require(try context.all(Diary.Attachment.self).first)
                attachment.pieces.append(Diary.Piece(3, "three"))
            }
        }
        try second.write { context in
            context.delete(try #require(try context.all(Diary.Piece.self).first { $0.number == 1 }))
        }
        try await space.synchronize(first, second, first, second)
        let content = try first.content
        #expect(content.pieceCount == 2)
        #expect(try second.content == content)
    }

    @Test func pairsAreAddedAndRemoved() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { context in
            context.add(Diary.Entry("a")).tags = [Diary.Tag("red"), Diary.Tag("blue")]
        }
        try await space.synchronize(first, second)
        try first.write { try $0.entry("a")?.tags.removeAll { $0.name == "red" } }
        try second.write { try $0.entry("a")?.tags.append(Diary.Tag("green")) }
        try await space.synchronize(first, second, first)
        let content = try first.content
        let tags = content.entries.values.first?.tags ?? []
        #expect(Set(tags.compactMap { content.tags[$0] }) == ["blue", "green"])
        #expect(try second.content == content)
    }

    @Test func tagsWithOneNameBecomeOne() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        for (machine, text) in [(first, "a"), (second, "b")] {
            try machine.write { $0.add(Diary.Entry(text)).tags = [Diary.Tag("red")] }
        }
        try await space.synchronize(first, second, first, second, first)
        let content = try first.content
        #expect(content.tags.count == 1)
        #expect(content.entries.values.allSatisfy { $0.tags == Array(content.tags.keys) })
        #expect(try second.content == content)
    }

    @Test func notebooksWithOneNameBecomeOneWithTheEntriesOfBoth() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        for (machine, text) in [(first, "a"), (second, "b")] {
            try machine.write { $0.insert(Diary.Entry(text, in: Diary.Notebook("work"))) }
        }
        try await space.synchronize(first, second, first, second, first)
        let content = try first.content
        #expect(content.notebooks.count == 1)
        #expect(content.entries.values.count { $0.notebook == content.notebooks.first?.key } == 2)
        #expect(try second.content == content)
    }

    @Test func notebookWithAnUnseenEntryLives() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { $0.insert(Diary.Notebook("work")) }
        try await space.synchronize(first, second)
        try first.write { try $0.delete(model: Diary.Notebook.self) }
        try second.write { context in
            context.insert(Diary.Entry("a", in: try context.all(Diary.Notebook.self).first))
        }
        try await space.synchronize(first, second, first, second)
        let content = try first.content
        #expect(content.notebooks.values.sorted() == ["work"])
        #expect(content.entries.values.first?.notebook == content.notebooks.first?.key)
        #expect(try second.content == content)
    }

    @Test func referenceIsShownAgainWithItsRow() async throws {
        let machines = try (0..<3).map { _ in try TestMachine(space) }
        try machines[0].write { context in
            for text in ["a", "b"] { context.insert(Diary.Entry(text)) }
        }
        try await space.synchronize(machines[0], machines[1], machines[2])
        try machines[0].write { try $0.entry("a")?.related = try $0.entry("b") }
        try machines[1].write { $0.delete(try #require(try $0.entry("b"))) }
        try machines[2].write { try $0.entry("b")?.text = "c" }
        try await space.synchronize(machines[1], machines[0])
        #expect(try machines[0].content.entries.values.allSatisfy { $0.related == nil })
        for _ in 0..<2 {
            try await space.synchronize(machines[2], machines[1], machines[0])
        }
        let content = try machines[0].content
        #expect(content.entries.values.count { $0.related != nil } == 1)
        for machine in machines { #expect(try machine.content.lines == content.lines) }
    }

    @Test func namesAreExchanged() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { context in
            for name in ["red", "blue"] { context.insert(Diary.Tag(name)) }
        }
        try await space.synchronize(first, second)
        try first.write { context in
            for (old, new) in [("red", "green"), ("blue", "red"), ("green", "blue")] {
                try context.all(Diary.Tag.self).first { $0.name == old }?.name = new
                try context.save()
            }
        }
        try await space.synchronize(first, second)
        let content = try first.content
        #expect(content.tags.values.sorted() == ["blue", "red"])
        #expect(try second.content == content)
    }

    @Test func existingRowsArePublishedInPages() async throws {
        let first = try TestMachine(space) {
            $0.pageSize = 3
        } before: { context in
            let tags = ["red", "blue", "green", "white"].map { context.add(Diary.Tag($0)) }
            for number in 0..<8 {
                let entry = context.add(Diary.Entry("\(number)", in: Diary.Notebook("\(number)")))
                entry.tags = [tags[number % 4], tags[(number + 1) % 4]]
                entry.attachments = [Diary.Attachment("x", "\(number)")]
            }
        }
        let second = try TestMachine(space) { $0.pageSize = 2 }
        try await space.synchronize(first, second, first)
        let content = try first.content
        #expect(content.entries.count == 8)
        #expect(try second.content == content)
    }

    @Test func storeThatIsOpenedAgainContinues() async throws {
        let folder = try TemporaryFolder()
        let second = try TestMachine(space)
        for text in ["a", "b", "c"] {
            let first = try TestMachine(space, url: folder.store)
            try first.write { $0.insert(Diary.Entry(text, in: Diary.Notebook(text))) }
            try await space.synchronize(first, second)
            try second.write { try $0.entry(text)?.isStarred = true }
            try first.write { try $0.entry(text)?.mood = 2 }
            try await space.synchronize(second, first, second)
            let content = try first.content
            #expect(content.entries.values.allSatisfy { $0.isStarred && $0.mood == 2 })
            #expect(try second.content == content)
            try first.container.close()
        }
        #expect(try second.content.entries.count == 3)
    }

    /// A program records each node before it is used.
    @Test func nodeIsMadeOnce() async throws {
        let count = CallCount()
        let machine = try TestMachine(space) { settings in
            settings.newNode = {
                count.add()
                return NodeID(rawValue: 7)
            }
        }
        for text in ["a", "b"] {
            try machine.write { $0.insert(Diary.Entry(text)) }
            try await machine.synchronize()
            machine.restart()
        }
        #expect(count.value == 1)
        #expect(try await machine.store.read { $0.log.node } == NodeID(rawValue: 7))
    }

    @Test func copiedStoreContinuesWithALogOfItsOwn() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let original = try TestMachine(space, url: folder.store)
        try original.write { $0.insert(Diary.Entry("a")) }
        try await original.synchronize()
        try original.container.close()
        try FileManager.default.copyItem(at: folder.store, to: other.store)
        let machines = [
            try TestMachine(space, url: folder.store), try TestMachine(space, url: other.store),
            try TestMachine(space),
        ]
        for (machine, text) in zip(machines, ["b", "c"]) {
            try machine.write { $0.insert(Diary.Entry(text)) }
        }
        for _ in 0..<2 {
            for machine in machines { try await machine.synchronize() }
        }
        for machine in machines { #expect(try machine.content.texts == ["a", "b", "c"]) }
        var nodes: Set<NodeID> = []
        for machine in machines { nodes.insert(try await machine.store.read { $0.log.node }) }
        #expect(nodes.count == 3)
    }

    @Test func storeThatLeftJoinsAgainWithoutDoubles() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { $0.add(Diary.Entry("a")).tags = [Diary.Tag("red")] }
        try await space.synchronize(first, second)
        try await second.store.leave()
        #expect(try second.container.captureCursor() == nil)
        try second.write { try $0.entry("a")?.isStarred = true }
        try await space.synchronize(first, second, first)
        let content = try first.content
        #expect(content.entries.count == 1 && content.tags.count == 1)
        #expect(content.entries.values.first?.isStarred == true)
        #expect(try second.content == content)
    }

    @Test func failedStepLeavesNothing() async throws {
        struct Refusal: Error {}
        let refuses = Flag()
        let (first, second) = (
            try TestMachine(space),
            try TestMachine(space) { settings in
                settings.complete = { _, _ in if refuses.isSet { throw Refusal() } }
            }
        )
        try first.write { $0.insert(Diary.Entry("a")) }
        try second.write { $0.insert(Diary.Entry("b")) }
        try await second.synchronize()
        let before = try second.content
        try await first.synchronize()
        refuses.isSet = true
        await #expect(throws: Refusal.self) { try await second.synchronize() }
        #expect(try second.content == before)
        refuses.isSet = false
        try await space.synchronize(second, first)
        #expect(try second.content.texts == ["a", "b"])
        #expect(try second.content == first.content)
    }

    @Test func writesDuringRoundsAreNotLost() async throws {
        let (first, second) = (try TestMachine(space), try TestMachine(space))
        try first.write { $0.insert(Diary.Entry("a")) }
        try await space.synchronize(first, second)
        let container = first.container
        let user = Task {
            let context = ModelContext(container)
            for number in 1...40 {
                context.insert(Diary.Entry("new \(number)"))
                try context.all(Diary.Entry.self).first { $0.mood == nil }?.mood = 1
                try context.save()
                await Task.yield()
            }
        }
        for number in 1...10 {
            try second.write { $0.insert(Diary.Entry("other \(number)")) }
            try await space.synchronize(second, first)
        }
        try await user.value
        try await space.synchronize(first, second, first)
        let content = try first.content
        #expect(content.entries.count == 51)
        #expect(content.entries.values.count { $0.mood == 1 } >= 40)
        #expect(try second.content.lines == content.lines)
    }

    @Test func threeStoresWithEditsOfEachAreEqual() async throws {
        let machines = [try TestMachine(space), try TestMachine(space), try TestMachine(space)]
        try machines[0].write { $0.insert(Diary.Entry("a", in: Diary.Notebook("work"))) }
        for machine in machines { try await machine.synchronize() }
        for (number, machine) in machines.enumerated() {
            try machine.write { context in
                let entry = try #require(try context.entry("a"))
                entry.text = "\(number)"
                entry.tags.append(Diary.Tag("red"))
                entry.attachments.append(Diary.Attachment("x", "\(number)"))
            }
        }
        for _ in 0..<3 {
            for machine in machines { try await machine.synchronize() }
        }
        let content = try machines[0].content
        #expect(content.texts == ["0", "1", "2"] && content.tags.count == 1)
        #expect(content.entries.values.first?.attachments.count == 3)
        for machine in machines { #expect(try machine.content == content) }
    }
}

/// The number of calls of a function.
private final class CallCount: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
}
