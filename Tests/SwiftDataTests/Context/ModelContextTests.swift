// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

@Model
final class Project {
    var name: String
    var priority: Priority
    var budget: Decimal?
    @Relationship(deleteRule: .cascade, inverse: \Todo.project)
    var todos: [Todo] = []

    init(name: String, priority: Priority = .low) {
        self.name = name
        self.priority = priority
    }
}

enum Priority: String, Codable {
    case low
    case high
}

@Model
final class Todo {
    var title: String
    var isDone = false
    var due: Date?
    var project: Project?
    @Relationship(inverse: \Marker.todos)
    var markers: [Marker] = []

    init(title: String, project: Project? = nil) {
        self.title = title
        self.project = project
    }
}

@Model
final class Marker {
    var name: String
    var todos: [Todo] = []
    init(name: String) { self.name = name }
}

func makeContainer() throws -> ModelContainer {
    try ModelContainer(
        for: Project.self,
        Todo.self,
        Marker.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)
    )
}

@Suite struct ModelContextTests {
    let container: ModelContainer
    let context: ModelContext

    init() throws {
        container = try makeContainer()
        context = ModelContext(container)
    }

    @Test func insertedModelsAreFetchedBeforeAndAfterSaving() throws {
        let project = Project(name: "House", priority: .high)
        context.insert(project)
        #expect(context.hasChanges)
        #expect(project.persistentModelID.isTemporary)
        #expect(try context.fetch(FetchDescriptor<Project>()).first === project)
        try context.save()
        #expect(!context.hasChanges)
        #expect(!project.persistentModelID.isTemporary)
        let other = ModelContext(container)
        let found = try other.fetch(FetchDescriptor<Project>())
        #expect(found.map(\.name) == ["House"])
        #expect(found.first?.priority == .high)
        #expect(found.first?.budget == nil)
        #expect(found.first == project)
        #expect(found.first !== project)
    }

    @Test func insertingAModelInsertsReachableModels() throws {
        let project = Project(name: "House")
        project.todos = [Todo(title: "Roof"), Todo(title: "Door")]
        context.insert(project)
        #expect(context.insertedModelsArray.count == 3)
        try context.save()
        let other = ModelContext(container)
        let todos = try other.fetch(FetchDescriptor<Todo>(sortBy: [SortDescriptor(\.title)]))
        #expect(todos.map(\.title) == ["Door", "Roof"])
        #expect(todos.allSatisfy { $0.project?.name == "House" })
        #expect(todos.first?.project?.todos.map(\.title) == ["Roof", "Door"])
    }

    @Test func settingARelationshipUpdatesItsInverse() throws {
        let (first, second) = (Project(name: "A"), Project(name: "B"))
        let todo = Todo(title: "Roof")
        context.insert(first)
        context.insert(second)
        todo.project = first
        #expect(todo.modelContext === context)
        #expect(first.todos.map(\.title) == ["Roof"])
        try context.save()
        second.todos.append(todo)
        #expect(todo.project === second)
        #expect(first.todos.isEmpty)
        try context.save()
        let other = ModelContext(container)
        #expect(try other.fetch(FetchDescriptor<Todo>()).first?.project?.name == "B")
    }

    @Test func manyToManyUpdatesBothEnds() throws {
        let todo = Todo(title: "Roof")
        let (red, blue) = (Marker(name: "red"), Marker(name: "blue"))
        context.insert(todo)
        todo.markers = [red, blue]
        #expect(red.todos.first === todo)
        try context.save()
        todo.markers = [blue]
        #expect(red.todos.isEmpty)
        try context.save()
        let other = ModelContext(container)
        let markers = try other.fetch(FetchDescriptor<Marker>(sortBy: [SortDescriptor(\.name)]))
        #expect(markers.map(\.todos.count) == [1, 0])
    }

    @Test func deletionCascadesAndKeepsLastValues() throws {
        let project = Project(name: "House")
        project.todos = [Todo(title: "Roof")]
        context.insert(project)
        try context.save()
        let todo = try #require(project.todos.first)
        context.delete(project)
        #expect(project.isDeleted)
        #expect(todo.isDeleted)
        #expect(context.deletedModelsArray.count == 2)
        #expect(try context.fetchCount(FetchDescriptor<Todo>()) == 0)
        try context.save()
        #expect(!project.isDeleted)
        #expect(project.modelContext == nil)
        #expect(project.name == "House")
        #expect(todo.title == "Roof")
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Project>()) == 0)
    }

    @Test func rollbackRestoresSavedState() throws {
        let project = Project(name: "House")
        context.insert(project)
        try context.save()
        let extra = Todo(title: "Roof", project: project)
        context.insert(extra)
        project.name = "Castle"
        context.rollback()
        #expect(!context.hasChanges)
        #expect(project.name == "House")
        #expect(project.todos.isEmpty)
        #expect(extra.modelContext == nil)
        context.delete(project)
        context.rollback()
        #expect(try context.fetch(FetchDescriptor<Project>()).first === project)
    }

    @Test func otherContextsSeeSavedChanges() throws {
        let project = Project(name: "House")
        context.insert(project)
        try context.save()
        let other = ModelContext(container)
        let same = try #require(try other.fetch(FetchDescriptor<Project>()).first)
        project.name = "Castle"
        try context.save()
        #expect(try other.fetch(FetchDescriptor<Project>()).first === same)
        #expect(same.name == "Castle")
        context.delete(project)
        try context.save()
        other.processPendingChanges()
        #expect(same.modelContext == nil)
        #expect(same.name == "Castle")
    }
}
