// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Relationships whose storage location changes with the version.
final class RelationshipMigrationTests {
    private let folder: TemporaryFolder
    /// Owns the models of a test.
    private var contexts: [ModelContext] = []

    init() throws { folder = try TemporaryFolder() }

    private func open(_ version: any VersionedSchema.Type) throws -> ModelContext {
        let context = try folder.open(version)
        contexts.append(context)
        return context
    }

    // A to-one relationship becomes to-many, then gains an inverse and a delete rule.

    enum One: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Owner.self] }

        @Model final class Owner {
            var name: String
            var pet: Pet?
            init(_ name: String, _ pet: Pet?) {
                self.name = name
                self.pet = pet
            }
        }

        @Model final class Pet {
            var name: String
            init(_ name: String) { self.name = name }
        }
    }

    enum Many: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Owner.self] }

        @Model final class Owner {
            var name: String
            @Relationship(originalName: "pet") var pets: [Pet]
            init(_ name: String) {
                self.name = name
                pets = []
            }
        }

        @Model final class Pet {
            var name: String
            init(_ name: String) { self.name = name }
        }
    }

    enum Both: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Owner.self] }

        @Model final class Owner {
            var name: String
            @Relationship(deleteRule: .cascade, originalName: "pet", inverse: \Pet.owner)
            var pets: [Pet]
            init(_ name: String) {
                self.name = name
                pets = []
            }
        }

        @Model final class Pet {
            var name: String
            var owner: Owner?
            init(_ name: String) { self.name = name }
        }
    }

    private func writeOne() throws {
        try folder.using(One.self) { context in
            context.insert(One.Owner("Ann", One.Pet("Rex")))
            context.insert(One.Owner("Bob", nil))
            try context.save()
        }
    }

    @Test func toOneBecomesToMany() throws {
        try writeOne()
        let owners = try open(Many.self)
            .fetch(FetchDescriptor<Many.Owner>(sortBy: [SortDescriptor(\.name)]))
        #expect(owners.map { $0.pets.map(\.name) } == [["Rex"], []])
    }

    @Test func toManyGainsInverseAndDeleteRule() throws {
        try writeOne()
        try folder.using(Many.self) { context in
            let ann = try context.fetch(
                FetchDescriptor<Many.Owner>(predicate: #Predicate { $0.name == "Ann" })
            )
            ann.first?.pets.append(Many.Pet("Tom"))
            try context.save()
        }
        let context = try open(Both.self)
        let pets = try context.fetch(FetchDescriptor<Both.Pet>(sortBy: [SortDescriptor(\.name)]))
        #expect(pets.map(\.owner?.name) == ["Ann", "Ann"])
        if let ann = pets.first?.owner { context.delete(ann) }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Both.Pet>()) == 0)
        #expect(try context.fetchCount(FetchDescriptor<Both.Owner>()) == 1)
    }

    enum Back: VersionedSchema {
        static let versionIdentifier = Schema.Version(4, 0, 0)
        static var models: [any PersistentModel.Type] { One.models }
    }

    @Test func toManyCannotBecomeToOne() throws {
        try writeOne()
        try folder.using(Many.self) { #expect(!$0.hasChanges) }
        let error = #expect(throws: SwiftDataError.self) { try folder.using(Back.self) { _ in } }
        #expect(explanation(of: error).contains("changed from to-many to to-one"))
    }
}
