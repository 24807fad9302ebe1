// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Synchronization
import Testing

/// Unsaved changes of two contexts to the same models.
@Suite struct SaveConflictTests {
    private typealias Crate = Depot.Crate
    private typealias Tool = Depot.Tool

    private let container: ModelContainer
    private let first: ModelContext
    private let second: ModelContext

    init() throws {
        container = try ModelContainer(
            for: Schema(Depot.types),
            configurations: [ModelConfiguration(isStoredInMemoryOnly: true)]
        )
        first = ModelContext(container)
        second = ModelContext(container)
        for name in ["a", "b"] {
            let crate = Crate(name)
            first.insert(crate)
            crate.tools = [Tool("\(name)1"), Tool("\(name)2")]
        }
        try first.save()
    }

    private func crate(_ name: String, in context: ModelContext) throws -> Crate {
        let descriptor = FetchDescriptor<Crate>(predicate: #Predicate { $0.name == name })
        return try #require(try context.fetch(descriptor).first)
    }

    private func tool(_ name: String, in context: ModelContext) throws -> Tool {
        let descriptor = FetchDescriptor<Tool>(predicate: #Predicate { $0.name == name })
        return try #require(try context.fetch(descriptor).first)
    }

    /// Returns the crates with their tools, and the tools with their crates, in a context.
    private func lines(in context: ModelContext) throws -> [String] {
        let crates = try context.fetch(FetchDescriptor<Crate>()).map {
            "\($0.name) \($0.weight) \($0.tools.map(\.name).sorted())"
        }
        let tools = try context.fetch(FetchDescriptor<Tool>()).map {
            "\($0.name) \($0.crate?.name ?? "-")"
        }
        return crates.sorted() + tools.sorted()
    }

    /// Expects that both contexts and the store have the same models.
    private func expectEverywhere(
        _ expected: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for context in [first, second, ModelContext(container)] {
            #expect(try lines(in: context) == expected, sourceLocation: sourceLocation)
            #expect(!context.hasChanges, sourceLocation: sourceLocation)
        }
    }

    /// Returns the number of deletions in the history.
    private func recordedDeletionCount() throws -> Int {
        try first.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            .flatMap(\.changes)
            .count { if case .delete = $0 { true } else { false } }
    }

    /// Saves a context, and returns the identifiers in the notification.
    private func save(
        _ context: ModelContext
    ) throws -> (updated: [PersistentIdentifier], deleted: [PersistentIdentifier]) {
        typealias Key = ModelContext.NotificationKey
        let notified = Mutex<[String: [PersistentIdentifier]]>([:])
        let token = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { notification in
            for key in [Key.updatedIdentifiers, .deletedIdentifiers] {
                let found = notification.userInfo?[key.rawValue] as? [PersistentIdentifier]
                notified.withLock { $0[key.rawValue] = found }
            }
        }
        defer { NotificationCenter.default.removeObserver(token) }
        try context.save()
        let found = notified.withLock { $0 }
        return (
            found[Key.updatedIdentifiers.rawValue] ?? [],
            found[Key.deletedIdentifiers.rawValue] ?? []
        )
    }

    private static let tools = ["a1 a", "a2 a", "b1 b", "b2 b"]

    // MARK: Changes

    @Test func attributeHasTheValueOfTheLastSave() throws {
        let (mine, theirs) = (try crate("a", in: first), try crate("a", in: second))
        mine.weight = 1
        theirs.weight = 2
        try second.save()
        first.processPendingChanges()
        #expect(mine.weight == 1)
        #expect(try crate("a", in: ModelContext(container)).weight == 2)
        try first.save()
        second.processPendingChanges()
        #expect(theirs.weight == 1)
        try expectEverywhere([#"a 1 ["a1", "a2"]"#, #"b 0 ["b1", "b2"]"#] + Self.tools)
    }

    @Test func rollbackAdoptsTheValueOfTheOtherContext() throws {
        let (mine, theirs) = (try crate("a", in: first), try crate("a", in: second))
        mine.weight = 1
        theirs.weight = 2
        try second.save()
        first.rollback()
        #expect(mine.weight == 2)
        try first.save()
        try expectEverywhere([#"a 2 ["a1", "a2"]"#, #"b 0 ["b1", "b2"]"#] + Self.tools)
    }

    @Test func changesOfDifferentAttributesAreJoined() throws {
        let (mine, theirs) = (try crate("a", in: first), try crate("a", in: second))
        mine.name = "c"
        theirs.weight = 2
        try second.save()
        try first.save()
        try expectEverywhere(
            [#"b 0 ["b1", "b2"]"#, #"c 2 ["a1", "a2"]"#, "a1 c", "a2 c", "b1 b", "b2 b"]
        )
    }

    @Test func referenceLeadsToTheTargetOfTheLastSave() throws {
        let (mine, theirs) = (try tool("a1", in: first), try tool("a1", in: second))
        let crates = [try crate("a", in: second), try crate("b", in: second)]
        #expect(crates.map(\.tools.count) == [2, 2])
        mine.crate = nil
        theirs.crate = crates[1]
        try second.save()
        try first.save()
        second.processPendingChanges()
        #expect(theirs.crate == nil)
        #expect(crates.map { $0.tools.map(\.name).sorted() } == [["a2"], ["b1", "b2"]])
        try expectEverywhere(
            [#"a 0 ["a2"]"#, #"b 0 ["b1", "b2"]"#, "a1 -", "a2 a", "b1 b", "b2 b"]
        )
    }

    @Test func modelsThatBothContextsAddToOneOwnerAreJoined() throws {
        for (context, name) in [(first, "a3"), (second, "a4")] {
            try crate("a", in: context).tools.append(Tool(name))
        }
        try second.save()
        try first.save()
        try expectEverywhere(
            [
                #"a 0 ["a1", "a2", "a3", "a4"]"#, #"b 0 ["b1", "b2"]"#, "a1 a", "a2 a", "a3 a",
                "a4 a",
            ]
                + ["b1 b", "b2 b"]
        )
    }

    // MARK: Deletions

    @Test func deletionPrevailsOverALaterChange() throws {
        let (mine, theirs) = (try tool("a1", in: first), try tool("a1", in: second))
        mine.name = "changed"
        second.delete(theirs)
        try second.save()
        try first.save()
        #expect(mine.modelContext == nil)
        #expect(mine.name == "changed")
        try expectEverywhere([#"a 0 ["a2"]"#, #"b 0 ["b1", "b2"]"#, "a2 a", "b1 b", "b2 b"])
    }

    @Test func deletionPrevailsOverAnEarlierChange() throws {
        let (mine, theirs) = (try tool("a1", in: first), try tool("a1", in: second))
        mine.name = "changed"
        second.delete(theirs)
        try first.save()
        try second.save()
        first.processPendingChanges()
        #expect(mine.modelContext == nil)
        try expectEverywhere([#"a 0 ["a2"]"#, #"b 0 ["b1", "b2"]"#, "a2 a", "b1 b", "b2 b"])
    }

    @Test func modelThatBothContextsDeleteIsDeletedOnce() throws {
        let (mine, theirs) = (try crate("a", in: first), try crate("a", in: second))
        first.delete(mine)
        second.delete(theirs)
        try second.save()
        try first.save()
        #expect(mine.modelContext == nil && theirs.modelContext == nil)
        try expectEverywhere([#"b 0 ["b1", "b2"]"#, "b1 b", "b2 b"])
        #expect(try recordedDeletionCount() == 3)
    }

    @Test func cascadeReachesAModelThatTheOtherContextChanges() throws {
        let mine = try tool("a1", in: first)
        mine.name = "changed"
        second.delete(try crate("a", in: second))
        try second.save()
        try first.save()
        #expect(mine.modelContext == nil)
        try expectEverywhere([#"b 0 ["b1", "b2"]"#, "b1 b", "b2 b"])
    }

    @Test func newModelLosesAnOwnerThatTheOtherContextDeletes() throws {
        let new = Tool("new")
        first.insert(new)
        new.crate = try crate("a", in: first)
        second.delete(try crate("a", in: second))
        try second.save()
        try first.save()
        #expect(new.crate == nil)
        try expectEverywhere([#"b 0 ["b1", "b2"]"#, "b1 b", "b2 b", "new -"])
    }

    @Test func deletionThatIsRolledBackLeavesTheChangeOfTheOtherContext() throws {
        let (mine, theirs) = (try tool("a1", in: first), try tool("a1", in: second))
        first.delete(mine)
        theirs.name = "changed"
        try second.save()
        first.rollback()
        #expect(mine.name == "changed")
        try expectEverywhere(
            [#"a 0 ["a2", "changed"]"#, #"b 0 ["b1", "b2"]"#, "a2 a", "b1 b", "b2 b", "changed a"]
        )
    }

    @Test func cascadeReachesAModelThatTheOtherContextHasSavedSince() throws {
        first.delete(try crate("a", in: first))
        let late = Tool("late")
        second.insert(late)
        late.crate = try crate("a", in: second)
        try second.save()
        let observer = try ResultsObserver<Tool, Never>(modelContainer: container)
        #expect(observer.results.count == 5)
        let identifier = late.persistentModelID
        let deleted = try save(first).deleted
        #expect(deleted.contains(identifier) && deleted.count == 4)
        #expect(observer.results.map(\.name).sorted() == ["b1", "b2"])
        second.processPendingChanges()
        #expect(late.modelContext == nil)
        try expectEverywhere([#"b 0 ["b1", "b2"]"#, "b1 b", "b2 b"])
        #expect(try recordedDeletionCount() == 4)
    }

    @Test func clearedReferenceOfAModelThatTheOtherContextHasSavedSinceIsRecorded() throws {
        typealias Shelf = Shelving.Shelf
        typealias Box = Shelving.Box
        let container = try ModelContainer(
            for: Shelf.self,
            Box.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let (first, second) = (ModelContext(container), ModelContext(container))
        first.insert(Shelf("s"))
        try first.save()
        let shelf = try #require(try first.fetch(FetchDescriptor<Shelf>()).first)
        first.delete(shelf)
        let box = Box("late")
        second.insert(box)
        box.shelf = try second.fetch(FetchDescriptor<Shelf>()).first
        try second.save()
        let mine = try #require(try first.fetch(FetchDescriptor<Box>()).first)
        #expect(box.shelf != nil)
        try first.save()
        second.processPendingChanges()
        #expect(box.shelf == nil && mine.shelf == nil)
        let last = try first.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
        let updated = try #require(last).changes.compactMap { change in
            if case .update(let update as DefaultHistoryUpdate<Box>) = change {
                update.updatedAttributes
            } else {
                nil
            }
        }
        #expect(updated == [[\Box.shelf]])
    }

    @Test func loadedRelationshipNeedNotBeCurrentWhenItsOwnerIsDeleted() throws {
        let mine = try crate("a", in: first)
        #expect(mine.tools.count == 2)
        let late = Tool("late")
        second.insert(late)
        late.crate = try crate("a", in: second)
        try second.save()
        first.delete(mine)
        try first.save()
        second.processPendingChanges()
        #expect(late.modelContext == nil)
        try expectEverywhere([#"b 0 ["b1", "b2"]"#, "b1 b", "b2 b"])
        #expect(try recordedDeletionCount() == 4)
    }

    @Test func newModelIsInsertedIfTheRowWithItsUniqueValueIsDeletedWithAnOwner() throws {
        typealias Folder = Archive.Folder
        typealias Document = Archive.Document
        let container = try Archive.container()
        let (first, second) = (ModelContext(container), ModelContext(container))
        let folder = Folder("f")
        first.insert(folder)
        try first.save()
        first.delete(folder)
        let late = Document("x")
        second.insert(late)
        late.folder = try second.fetch(FetchDescriptor<Folder>()).first
        try second.save()
        let new = Document("x")
        new.pages = 7
        first.insert(new)
        try first.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Document>())
        #expect(stored.map(\.pages) == [7])
        #expect(stored.map(\.persistentModelID) == [new.persistentModelID])
    }

    @Test func movedModelMayTakeTheUniqueValueOfAModelThatIsDeletedWithItsFormerOwner() throws {
        let container = try Archive.container()
        let context = ModelContext(container)
        let folders = [Archive.Folder("f"), Archive.Folder("g")]
        for folder in folders { context.insert(folder) }
        let documents = [Archive.Document("a"), Archive.Document("x")]
        folders[0].documents = documents
        try context.save()
        documents[1].folder = folders[1]
        documents[1].name = "a"
        context.delete(folders[0])
        try context.save()
        #expect(documents[1].modelContext === context)
        let stored = try ModelContext(container).fetch(FetchDescriptor<Archive.Document>())
        #expect(stored.map(\.name) == ["a"])
        #expect(stored.map { $0.folder?.name } == ["g"])
    }

    @Test func pairsOfADeletedModelDisappearInTheOtherContext() throws {
        let container = try Archive.container()
        let (first, second) = (ModelContext(container), ModelContext(container))
        let (folder, document, label) = (
            Archive.Folder("f"), Archive.Document("d"), Archive.Label("l")
        )
        first.insert(document)
        first.insert(label)
        try first.save()
        let theirs = try #require(try second.fetch(FetchDescriptor<Archive.Label>()).first)
        #expect(document.labels == [])
        #expect(theirs.documents == [])
        theirs.documents = try second.fetch(FetchDescriptor<Archive.Document>())
        try second.save()
        #expect(theirs.documents.count == 1)
        // By the deletion of a new owner, and with a relationship that was loaded before.
        first.insert(folder)
        folder.documents = [document]
        first.delete(folder)
        try first.save()
        second.processPendingChanges()
        #expect(theirs.documents == [])
    }

    @Test func deletionOfANewOwnerIsUndoneByItsInsertion() throws {
        let container = try Archive.container()
        let context = ModelContext(container)
        let (folder, document) = (Archive.Folder("f"), Archive.Document("d"))
        context.insert(document)
        try context.save()
        context.insert(folder)
        folder.documents.append(document)
        context.delete(folder)
        #expect(document.isDeleted)
        context.insert(folder)
        #expect(!document.isDeleted)
        try context.save()
        let stored = try ModelContext(container).fetch(FetchDescriptor<Archive.Folder>())
        #expect(stored.map { $0.documents.map(\.name) } == [["d"]])
    }

    @Test func changeOfAModelThatAnotherContainerHasDeletedIsDropped() throws {
        let folder = try TemporaryFolder()
        func open() throws -> ModelContext {
            let url = folder.url.appending(path: "a.store")
            // In a shared store, the context would merge the deletion before it saves.
            return ModelContext(try Archive.container(url, sharing: .exclusive))
        }
        let (mine, other) = (try open(), try open())
        for name in ["x", "y"] { mine.insert(Archive.Label(name)) }
        try mine.save()
        let labels = try mine.fetch(FetchDescriptor<Archive.Label>(sortBy: [.init(\.name)]))
        try other.delete(model: Archive.Label.self, where: #Predicate { $0.name == "x" })
        try other.save()
        for label in labels { label.name += "!" }
        let identifiers = labels.map(\.persistentModelID)
        let saved = try save(mine)
        #expect(saved.updated == [identifiers[1]])
        #expect(saved.deleted == [identifiers[0]])
        #expect(labels.map { $0.modelContext == nil } == [true, false])
        let stored = try open().fetch(FetchDescriptor<Archive.Label>())
        #expect(stored.map(\.name) == ["y!"])
        let last = try mine.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).last
        #expect(last?.changes.count == 1)
    }
}
