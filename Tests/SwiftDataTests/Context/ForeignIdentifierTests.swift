// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Identifiers of models that cannot be in the container.
@Suite struct ForeignIdentifierTests {
    private func identifier(_ store: String, _ entity: String) throws -> PersistentIdentifier {
        try PersistentIdentifier.identifier(for: store, entityName: entity, primaryKey: 3)
    }

    @Test(arguments: [("other", "Project"), ("other", "Nothing")])
    func modelForIdentifierKeepsThatIdentifier(store: String, entity: String) throws {
        let context = ModelContext(try makeContainer())
        let identifier = try identifier(store, entity)
        let model = context.model(for: identifier)
        #expect(model.persistentModelID == identifier)
        #expect(model.modelContext == nil)
        let registered: Project? = context.registeredModel(for: identifier)
        #expect(registered == nil)
    }

    @Test func modelKeepsTemporaryIdentifierOfAnotherContext() throws {
        let project = Project(name: "House")
        let model = ModelContext(try makeContainer()).model(for: project.persistentModelID)
        #expect(model.persistentModelID == project.persistentModelID)
        #expect(model !== project)
    }

    @Test func temporaryIdentifierLeadsToNoRowAfterTheSave() throws {
        let context = ModelContext(try makeContainer())
        let project = Project(name: "House")
        context.insert(project)
        let temporary = project.persistentModelID
        #expect(context.model(for: temporary) === project)
        try context.save()
        #expect(project.persistentModelID != temporary)
        let model = context.model(for: temporary)
        #expect(model.persistentModelID == temporary)
        #expect(model.modelContext == nil)
        #expect((model as? Project)?.name.isEmpty == true)
        let registered: Project? = context.registeredModel(for: temporary)
        #expect(registered == nil)
        let same = #Predicate<Project> { $0.persistentModelID == temporary }
        #expect(try context.fetchCount(FetchDescriptor(predicate: same)) == 0)
    }
}
