// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Queries over unsaved changes, which are encoded once and then follow the models.
@Suite struct UnsavedRowsTests {
    @Model final class Label {
        @Attribute(.unique) var name: String
        var weight = 0.0
        var parent: Label?
        @Relationship(inverse: \Label.parent) var children: [Label] = []
        init(_ name: String) { self.name = name }
    }

    private let container: ModelContainer
    private let context: ModelContext
    private var encodedCount: Int { context.graph.changes.rows.encodedCount }

    init() throws {
        container = try ModelContainer(
            for: Label.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let writer = ModelContext(container)
        for name in ["red", "green"] { writer.insert(Label(name)) }
        try writer.save()
        context = ModelContext(container)
    }

    private func label(_ name: String) throws -> Label? {
        let byName = FetchDescriptor<Label>(predicate: #Predicate { $0.name == name })
        return try context.fetch(byName).first
    }

    private func names() throws -> [String] {
        try context.fetch(FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    // MARK: Work

    @Test func lookingUpAndInsertingEncodesEachModelOnce() throws {
        for number in 0..<200 {
            let name = "\(number % 100)"
            if try label(name) == nil { context.insert(Label(name)) }
        }
        #expect(try context.fetchCount(FetchDescriptor<Label>()) == 102)
        #expect(encodedCount == 100)
    }

    @Test func changedModelIsEncodedOncePerQuery() throws {
        let red = try #require(try label("red"))
        for number in 1...50 {
            red.weight = Double(number)
            red.name = "red \(number)"
            #expect(try label("red \(number)") === red)
        }
        #expect(encodedCount == 50)
        #expect(try label("red") == nil)
    }

    @Test func queryThatDoesNotReadTheTableEncodesNothing() throws {
        context.insert(Label("blue"))
        #expect(try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 1)
        var saved = FetchDescriptor<Label>()
        saved.includePendingChanges = false
        #expect(try context.fetchCount(saved) == 2)
        #expect(encodedCount == 0)
    }

    // MARK: Changes between queries

    @Test func changesOfNewModelsAreFound() throws {
        let blue = Label("blue")
        context.insert(blue)
        #expect(try names() == ["blue", "green", "red"])
        blue.name = "cyan"
        #expect(try names() == ["cyan", "green", "red"])
        blue.parent = try label("red")
        let children = #Predicate<Label> { $0.parent?.name == "red" }
        #expect(try context.fetch(FetchDescriptor(predicate: children)) == [blue])
        context.delete(blue)
        #expect(try names() == ["green", "red"])
        context.insert(blue)
        #expect(try names() == ["cyan", "green", "red"])
    }

    @Test func deletionsAndTheirReversalAreFound() throws {
        let red = try #require(try label("red"))
        red.name = "rose"
        #expect(try names() == ["green", "rose"])
        context.delete(red)
        #expect(try names() == ["green"])
        context.insert(red)
        #expect(try names() == ["green", "rose"])
        context.rollback()
        #expect(try names() == ["green", "red"])
    }

    @Test func relationshipsOfUnsavedModelsAreCounted() throws {
        let red = try #require(try label("red"))
        for number in 0..<20 {
            let child = Label("\(number)")
            child.parent = red
            #expect(try context.fetchCount(\.children, of: red) == number + 1)
        }
        let large = #Predicate<Label> { $0.children.count > 10 }
        #expect(try context.fetch(FetchDescriptor(predicate: large)) == [red])
        #expect(encodedCount == 20)
    }

    @Test func changeOfAnotherContextIsMergedIntoUnsavedRow() throws {
        let red = try #require(try label("red"))
        red.weight = 5
        #expect(try label("red") === red)
        let other = ModelContext(container)
        let byName = FetchDescriptor<Label>(predicate: #Predicate { $0.name == "red" })
        try #require(try other.fetch(byName).first).name = "ruby"
        try other.save()
        #expect(try label("ruby") === red)
        #expect(try label("red") == nil)
        #expect(red.weight == 5)
    }

    @Test func modelWithPartOfItsRowIsLoadedBeforeItIsEncoded() throws {
        var partial = FetchDescriptor<Label>(predicate: #Predicate { $0.name == "red" })
        partial.propertiesToFetch = [\.weight]
        let red = try #require(try context.fetch(partial).first)
        red.weight = 5
        #expect(try label("red") === red)
        #expect(try names() == ["green", "red"])
    }

    @Test func unstorableValueFailsEachQueryUntilItIsCorrected() throws {
        let blue = Label("blue")
        context.insert(blue)
        #expect(try names() == ["blue", "green", "red"])
        blue.weight = .nan
        context.insert(Label("white"))
        for _ in 0..<2 { #expect(throws: SwiftDataError.self) { try names() } }
        blue.weight = 1
        #expect(try names() == ["blue", "green", "red", "white"])
    }

    @Test func failedCommandLeavesNoRows() throws {
        struct Failure: Error {}
        try context.commitGroup { group in
            try group.run { context.insert(Label("blue")) }
            #expect(throws: Failure.self) {
                try group.run {
                    context.insert(Label("white"))
                    #expect(try names() == ["blue", "green", "red", "white"])
                    throw Failure()
                }
            }
            #expect(try names() == ["blue", "green", "red"])
        }
        #expect(try names() == ["blue", "green", "red"])
    }

    @Test func queriesOfSeveralContextsReadTheirOwnRows() throws {
        let other = ModelContext(container)
        context.insert(Label("mine"))
        other.insert(Label("theirs"))
        for _ in 0..<3 {
            #expect(try names() == ["green", "mine", "red"])
            let sorted = FetchDescriptor<Label>(sortBy: [SortDescriptor(\.name)])
            #expect(try other.fetch(sorted).map(\.name) == ["green", "red", "theirs"])
        }
    }

    // MARK: Identifiers

    @Test func temporaryIdentifiersLeadToNewModels() throws {
        let early = Label("early")
        let identifier = early.persistentModelID
        context.insert(early)
        let late = Label("late")
        context.insert(late)
        for model in [early, late] {
            #expect(context.model(for: model.persistentModelID) === model)
            let registered: Label? = context.registeredModel(for: model.persistentModelID)
            #expect(registered === model)
            let id = model.persistentModelID
            let same = #Predicate<Label> { $0.persistentModelID == id }
            #expect(try context.fetch(FetchDescriptor(predicate: same)) == [model])
        }
        context.delete(early)
        let deleted: Label? = context.registeredModel(for: identifier)
        #expect(deleted == nil)
        let other: Label? = ModelContext(container).registeredModel(for: late.persistentModelID)
        #expect(other == nil)
    }
}
