// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@Suite struct FetchTests {
    let container: ModelContainer
    let context: ModelContext

    init() throws {
        container = try makeContainer()
        context = ModelContext(container)
        for (index, name) in ["b10", "a", "b9", "C"].enumerated() {
            let project = Project(name: name, priority: index.isMultiple(of: 2) ? .low : .high)
            if index > 0 { project.budget = Decimal(index) }
            project.todos = (0..<index).map { Todo(title: "\(name)-\($0)") }
            context.insert(project)
        }
        try context.save()
    }

    @Test func stringsSortLocalizedByDefault() throws {
        let standard = FetchDescriptor<Project>(sortBy: [SortDescriptor(\.name)])
        #expect(try context.fetch(standard).map(\.name) == ["a", "b9", "b10", "C"])
        let lexical = FetchDescriptor<Project>(
            sortBy: [SortDescriptor(\.name, comparator: .lexical)]
        )
        #expect(try context.fetch(lexical).map(\.name) == ["C", "a", "b10", "b9"])
    }

    @Test func nilSortsFirstForwardAndLastInReverse() throws {
        let forward = FetchDescriptor<Project>(sortBy: [SortDescriptor(\.budget)])
        #expect(try context.fetch(forward).map(\.name) == ["b10", "a", "b9", "C"])
        let reverse = FetchDescriptor<Project>(sortBy: [SortDescriptor(\.budget, order: .reverse)])
        #expect(try context.fetch(reverse).map(\.name) == ["C", "b9", "a", "b10"])
    }

    @Test func sortFollowsRelationships() throws {
        let descriptor = FetchDescriptor<Todo>(
            sortBy: [SortDescriptor(\.project?.name), SortDescriptor(\.title, order: .reverse)]
        )
        let titles = try context.fetch(descriptor).map(\.title)
        #expect(titles == ["a-0", "b9-1", "b9-0", "C-2", "C-1", "C-0"])
    }

    @Test func limitAndOffsetApplyAfterSorting() throws {
        var descriptor = FetchDescriptor<Project>(sortBy: [SortDescriptor(\.name)])
        descriptor.fetchOffset = 1
        descriptor.fetchLimit = 2
        #expect(try context.fetch(descriptor).map(\.name) == ["b9", "b10"])
        descriptor.fetchOffset = 10
        #expect(try context.fetch(descriptor).isEmpty)
        #expect(try context.fetchCount(FetchDescriptor<Project>()) == 4)
    }

    @Test func pendingChangesAreIncludedByDefault() throws {
        let projects = try context.fetch(FetchDescriptor<Project>(sortBy: [SortDescriptor(\.name)]))
        projects[0].name = "zebra"
        context.delete(projects[1])
        context.insert(Project(name: "new", priority: .high))
        let high = Priority.high
        var descriptor = FetchDescriptor<Project>(
            predicate: #Predicate { $0.priority == high || $0.name == "zebra" },
            sortBy: [SortDescriptor(\.name)]
        )
        #expect(try context.fetch(descriptor).map(\.name) == ["C", "new", "zebra"])
        #expect(try context.fetchCount(descriptor) == 3)
        descriptor.includePendingChanges = false
        #expect(try context.fetchCount(descriptor) == 2)
    }

    @Test func fetchOfSavedModelsLeavesUnsavedLinks() throws {
        let project = Project(name: "New")
        let todo = Todo(title: "new")
        context.insert(project)
        todo.project = project
        var saved = FetchDescriptor<Todo>()
        saved.includePendingChanges = false
        #expect(try context.fetchCount(saved) == 6)
        #expect(try context.fetch(saved).allSatisfy { $0.project !== project })
        #expect(todo.project === project)
        #expect(project.todos == [todo])
        try context.save()
        let new = FetchDescriptor<Todo>(predicate: #Predicate { $0.title == "new" })
        #expect(try ModelContext(container).fetch(new).map(\.project?.name) == ["New"])
    }

    @Test func pendingChangesOfRelatedModelsAreIncluded() throws {
        let todo = try #require(
            try context.fetch(FetchDescriptor<Todo>(sortBy: [SortDescriptor(\.title)])).first
        )
        todo.project?.name = "renamed"
        let descriptor = FetchDescriptor<Todo>(
            predicate: #Predicate { $0.project?.name == "renamed" }
        )
        #expect(try context.fetch(descriptor).map(\.title) == ["a-0"])
        let extra = Todo(title: "extra", project: todo.project)
        context.insert(extra)
        let many = FetchDescriptor<Project>(
            predicate: #Predicate { $0.todos.contains { $0.title == "extra" } }
        )
        #expect(try context.fetch(many).map(\.name) == ["renamed"])
    }

    @Test func unfetchedPropertiesLoadOnAccess() throws {
        var descriptor = FetchDescriptor<Project>(sortBy: [SortDescriptor(\.name)])
        descriptor.propertiesToFetch = [\.name]
        let other = ModelContext(container)
        let projects = try other.fetch(descriptor)
        projects[0].name = "changed"
        #expect(projects.map(\.priority) == [.high, .low, .low, .high])
        #expect(projects[0].name == "changed")
        #expect(projects[3].budget == 3)
    }

    @Test func batchedFetchRequiresExcludingPendingChanges() throws {
        var descriptor = FetchDescriptor<Project>(sortBy: [SortDescriptor(\.name)])
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
            try context.fetch(descriptor, batchSize: 2)
        }
        descriptor.includePendingChanges = false
        let projects = try context.fetch(descriptor, batchSize: 2)
        #expect(projects.map(\.name) == ["a", "b9", "b10", "C"])
    }

    @Test func enumerateVisitsEveryModelAndRejectsOtherChanges() throws {
        var names: [String] = []
        try context.enumerate(
            FetchDescriptor<Project>(sortBy: [SortDescriptor(\.name)]),
            batchSize: 3
        ) { project in
            names.append(project.name)
            project.budget = 7
        }
        #expect(names == ["a", "b9", "b10", "C"])
        try context.save()
        let outsider = Project(name: "outsider")
        context.insert(outsider)
        try context.save()
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.enumerate(
                FetchDescriptor<Project>(predicate: #Predicate { $0.name == "a" })
            ) { _ in outsider.name = "touched" }
        }
    }

    @Test func batchDeleteAppliesDeleteRules() throws {
        try context.delete(model: Project.self, where: #Predicate { $0.name == "C" })
        #expect(try context.fetchCount(FetchDescriptor<Todo>()) == 3)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Todo>()) == 3)
        try context.delete(model: Todo.self)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Todo>()) == 0)
    }

    @Test func modelsAreFoundByIdentifier() throws {
        let identifiers = try context.fetchIdentifiers(
            FetchDescriptor<Project>(sortBy: [SortDescriptor(\.name)])
        )
        let other = ModelContext(container)
        let none: Project? = other.registeredModel(for: identifiers[0])
        #expect(none == nil)
        let model = try #require(other.model(for: identifiers[0]) as? Project)
        #expect(model.name == "a")
        let same: Project? = other.registeredModel(for: identifiers[0])
        #expect(same === model)
        let wanted = Set(identifiers.prefix(2))
        let byIdentifier = FetchDescriptor<Project>(
            predicate: #Predicate { wanted.contains($0.persistentModelID) }
        )
        #expect(try other.fetchCount(byIdentifier) == 2)
        let decoded = try JSONDecoder().decode(
            PersistentIdentifier.self,
            from: JSONEncoder().encode(identifiers[0])
        )
        #expect(decoded == identifiers[0])
    }

    @Test func readingStaleModelDoesNotTrap() throws {
        let project = try #require(try context.fetch(FetchDescriptor<Project>()).first)
        let identifier = project.persistentModelID
        context.delete(project)
        try context.save()
        let gone = try #require(ModelContext(container).model(for: identifier) as? Project)
        #expect(gone.name.isEmpty)
        #expect(gone.priority == .low)
        #expect(gone.todos.isEmpty)
        #expect(gone.modelContext == nil)
    }
}
