// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The rule `.deny` of a relationship between many and many.
struct DenyRuleTests {
    @Model final class Department {
        @Relationship(deleteRule: .deny, inverse: \Skill.departments) var skills: [Skill] = []
        init() {}
    }

    @Model final class Skill {
        var departments: [Department] = []
        init() {}
    }

    private let context: ModelContext
    private let department = Department()
    private let skill = Skill()

    init() throws {
        context = ModelContext(
            try ModelContainer(
                for: Department.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
        context.insert(department)
        department.skills = [skill]
        try context.save()
    }

    @Test func relatedModelsDenyTheDeletion() throws {
        context.delete(department)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        #expect(department.skills == [skill])
    }

    @Test(arguments: ["assigned", "removed", "inverse"])
    func modelsRemovedBeforeTheSaveDoNot(change: String) throws {
        switch change {
        case "assigned": department.skills = []
        case "removed": department.skills.removeAll()
        default: skill.departments = []
        }
        context.delete(department)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Department>()) == 0)
        #expect(try context.fetch(FetchDescriptor<Skill>()).first?.departments == [])
    }

    @Test func undoOfTheDeletionKeepsTheRemoval() throws {
        let undoManager = UndoManager()
        context.undoManager = undoManager
        department.skills = []
        context.processPendingChanges()
        context.delete(department)
        context.processPendingChanges()
        undoManager.undo()
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Department>()).first?.skills == [])
        #expect(skill.departments == [])
        context.delete(department)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Department>()) == 0)
    }

    @Test func undoOfANewModelRemovesItFromItsModels() throws {
        let undoManager = UndoManager()
        context.undoManager = undoManager
        let new = Department()
        context.insert(new)
        new.skills = [skill]
        #expect(skill.departments.count == 2)
        undoManager.undo()
        #expect(skill.departments == [department])
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Skill>()).map(\.departments) == [[department]])
    }

    @Test func rollbackRestoresTheRemovedModels() throws {
        department.skills = []
        context.delete(department)
        context.rollback()
        #expect(department.skills == [skill])
        context.delete(department)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    }
}
