// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

@ModelActor
actor Planner {
    func add(_ name: String) throws -> PersistentIdentifier {
        let project = Project(name: name)
        modelContext.insert(project)
        try modelContext.save()
        return project.persistentModelID
    }

    func rename(_ identifier: PersistentIdentifier, to name: String) throws -> Bool {
        guard let project = self[identifier, as: Project.self] else { return false }
        project.name = name
        try modelContext.save()
        return true
    }
}

/// Collects the notifications of one context.
private final class Notices: @unchecked Sendable {
    // Unchecked, because the observer runs on the posting thread, which is the test's.
    var names: [String] = []
    var inserted = 0
    var updated = 0
}

@Suite struct ModelActorTests {
    @Test func otherContextsReadSavesOfModelActor() async throws {
        let container = try makeContainer()
        let planner = Planner(modelContainer: container)
        let identifier = try await planner.add("House")
        let context = ModelContext(container)
        #expect((context.model(for: identifier) as? Project)?.name == "House")
        #expect(try await planner.rename(identifier, to: "Castle"))
        #expect(try context.fetch(FetchDescriptor<Project>()).map(\.name) == ["Castle"])
        try context.delete(model: Project.self)
        try context.save()
        #expect(try await !planner.rename(identifier, to: "Ruin"))
    }

    @Test func modelActorsSaveConcurrently() async throws {
        let container = try makeContainer()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let planner = Planner(modelContainer: container)
                    for index in 0..<25 { _ = try await planner.add("\(writer)-\(index)") }
                }
            }
            try await group.waitForAll()
        }
        let names = try ModelContext(container).fetch(FetchDescriptor<Project>()).map(\.name)
        #expect(Set(names).count == 200)
    }

    @MainActor @Test func mainContextAutosavesAndMergesOtherContexts() async throws {
        let container = try makeContainer()
        let context = container.mainContext
        #expect(context === container.mainContext)
        #expect(context.autosaveEnabled)
        #expect(!ModelContext(container).autosaveEnabled)
        let project = Project(name: "House")
        context.insert(project)
        while context.hasChanges { await Task.yield() }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Project>()) == 1)
        let planner = Planner(modelContainer: container)
        #expect(try await planner.rename(project.persistentModelID, to: "Castle"))
        while project.name != "Castle" { await Task.yield() }
        #expect(project.name == "Castle")
    }

    @MainActor @Test func storeClosesWithContainerAndMainContext() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.url.appending(path: "a.store"))
        func open() throws -> ModelContainer {
            try ModelContainer(for: Project.self, configurations: configuration)
        }
        for round in 0..<2 {
            let container = try open()
            #expect(try container.mainContext.fetchCount(FetchDescriptor<Project>()) == round)
            container.mainContext.insert(Project(name: "House"))
            try container.mainContext.save()
        }
        var context: ModelContext? = try open().mainContext
        let lock = try LockFile(for: configuration.url.resolvingSymlinksInPath())
        #expect(throws: StoreError.self) { try lock.acquire() }
        #expect(context?.container.mainContext === context)
        context = nil
        try lock.acquire()
        lock.release()
        #expect(try open().mainContext.fetchCount(FetchDescriptor<Project>()) == 2)
    }

    @Test func saveNotificationsContainIdentifiers() throws {
        let context = ModelContext(try makeContainer())
        let notices = Notices()
        let tokens = [ModelContext.willSave, ModelContext.didSave].map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
                notices.names.append($0.name.rawValue)
                let keys = ModelContext.NotificationKey.self
                let info = $0.userInfo ?? [:]
                let inserted = info[keys.insertedIdentifiers.rawValue] as? [PersistentIdentifier]
                let updated = info[keys.updatedIdentifiers.rawValue] as? [PersistentIdentifier]
                notices.inserted += inserted?.count ?? 0
                notices.updated += updated?.count ?? 0
            }
        }
        defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
        let project = Project(name: "House")
        context.insert(project)
        try context.save()
        project.name = "Castle"
        try context.save()
        try context.save()
        #expect(notices.names.count == 4)
        #expect(notices.inserted == 1)
        #expect(notices.updated == 1)
    }

    /// An actor that shares the main context, as code for views does.
    actor MainPlanner: ModelActor {
        nonisolated let modelContainer: ModelContainer
        nonisolated let modelExecutor: any ModelExecutor

        @MainActor init(modelContainer: ModelContainer) {
            self.modelContainer = modelContainer
            modelExecutor = DefaultSerialModelExecutor(modelContext: modelContainer.mainContext)
        }

        func add(_ name: String) {
            MainActor.assertIsolated("a job of the actor runs outside the main actor")
            modelContext.insert(Project(name: name))
        }
    }

    @Test func actorWithMainContextRunsOnMainActor() async throws {
        let container = try makeContainer()
        let planner = await MainPlanner(modelContainer: container)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask { await planner.add("\(number)") }
            }
        }
        let saved = try await MainActor.run {
            try container.mainContext.save()
            return try container.mainContext.fetchCount(FetchDescriptor<Project>())
        }
        #expect(saved == 100)
    }

    @Test func transactionSavesAllChangesOrNone() throws {
        let context = ModelContext(try makeContainer())
        try context.transaction { context.insert(Project(name: "House")) }
        #expect(!context.hasChanges)
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try context.transaction {
                context.insert(Project(name: "Castle"))
                throw Refusal()
            }
        }
        #expect(!context.hasChanges)
        #expect(try context.fetchCount(FetchDescriptor<Project>()) == 1)
    }

    @Test func changesNotifyObservers() async throws {
        let context = ModelContext(try makeContainer())
        let project = Project(name: "House")
        context.insert(project)
        try context.save()
        await confirmation { received in
            withObservationTracking {
                _ = project.name
            } onChange: {
                received()
            }
            project.name = "Castle"
        }
        #expect(project.name == "Castle")
    }
}
