// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Failures of migrations that depend on the rows of the store, which a preview finds.
struct MigratedRowsTests {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Plant.self] }

        @Model final class Plant {
            var name: String
            var bed: Int16
            var note: String?
            init(_ name: String, bed: Int16, note: String? = nil) {
                self.name = name
                self.bed = bed
                self.note = note
            }
        }
    }

    /// A name under another name, with a number for each row.
    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Plant.self] }

        @Model final class Plant {
            @Attribute(originalName: "name") var label: String
            var bed: Int
            var note: String?
            var row = 7
            var token = UUID()
            init(_ label: String) {
                self.label = label
                bed = 0
            }
        }
    }

    /// Unique names.
    enum UniqueLabels: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Plant.self] }

        @Model final class Plant {
            @Attribute(.unique, originalName: "name") var label: String
            var bed: Int
            var note: String?
            var row = 8
            @Attribute(.unique) var token = UUID()
            init(_ label: String) {
                self.label = label
                bed = 0
            }
        }
    }

    /// Unique pairs of which a part has the same default value in all rows.
    enum UniquePlaces: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Plant.self] }

        @Model final class Plant {
            #Unique<Plant>([\.bed, \.row])
            @Attribute(originalName: "name") var label: String
            var bed: Int
            var note: String?
            var row = 7
            var token = UUID()
            init(_ label: String) {
                self.label = label
                bed = 0
            }
        }
    }

    /// A required note.
    enum RequiredNotes: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Plant.self] }

        @Model final class Plant {
            var name: String
            var bed: Int
            var note: String
            init(_ name: String) {
                self.name = name
                bed = 0
                note = ""
            }
        }
    }

    private enum LabelPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, UniqueLabels.self] }
        static var stages: [MigrationStage] { [] }
    }

    private enum PlacePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, UniquePlaces.self] }
        static var stages: [MigrationStage] { [] }
    }

    private enum CodeAfter: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, RequiredNotes.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: RequiredNotes.self,
                    willMigrate: nil,
                    didMigrate: { _ in }
                )
            ]
        }
    }

    private enum CodeBefore: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, UniqueLabels.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: { context in
                        for (number, plant) in try context.fetch(FetchDescriptor<V1.Plant>())
                            .enumerated()
                        {
                            plant.name += " \(number)"
                        }
                        try context.save()
                    },
                    didMigrate: nil
                )
            ]
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ plants: (String, Int16, String?)...) throws {
        try folder.using(V1.self) { context in
            for (name, bed, note) in plants {
                context.insert(V1.Plant(name, bed: bed, note: note))
            }
            try context.save()
        }
    }

    /// Returns the preview, after comparing its outcome with that of opening the store.
    private func preview(
        _ version: any VersionedSchema.Type,
        _ plan: any SchemaMigrationPlan.Type
    ) throws -> MigrationPreview {
        let preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: version),
            migrationPlan: plan,
            url: folder.store
        )
        do {
            try folder.using(version, plan: plan) { _ in }
            #expect(preview.outcome == .migrated)
        } catch {
            #expect(preview.outcome == .rejected)
            #expect(error as? SwiftDataError == preview.error as? SwiftDataError)
            #expect(error is StoreError == preview.error is StoreError)
        }
        return preview
    }

    @Test func equalTextIsFoundBehindRenaming() throws {
        // Equal to `String`, but with other bytes.
        try write(("Fe\u{301}", 1, nil), ("F\u{E9}", 2, nil), ("Ivy", 3, nil))
        let preview = try preview(UniqueLabels.self, LabelPlan.self)
        #expect(explanation(of: preview.error).contains("Plant have equal values"))
        #expect(explanation(of: preview.error).contains("label; 1 value occurs more"))
        #expect(preview.stages.count == 2)
    }

    @Test func defaultValuesAreEvaluatedForEachRow() throws {
        try write(("Fern", 1, nil), ("Ivy", 1, nil))
        #expect(try preview(UniqueLabels.self, LabelPlan.self).error == nil)
    }

    @Test func equalDefaultValuesAreFound() throws {
        try write(("Fern", 1, nil), ("Ivy", 1, nil), ("Moss", 2, nil))
        let preview = try preview(UniquePlaces.self, PlacePlan.self)
        #expect(explanation(of: preview.error).contains("bed, row"))
    }

    @Test func distinctPairsAreAccepted() throws {
        try write(("Fern", 1, nil), ("Ivy", 2, nil))
        #expect(try preview(UniquePlaces.self, PlacePlan.self).error == nil)
    }

    @Test func missingValuesAreFoundBeforeCodeRuns() throws {
        try write(("Fern", 1, "dry"), ("Ivy", 2, nil))
        let preview = try preview(RequiredNotes.self, CodeAfter.self)
        #expect(explanation(of: preview.error).contains("no value in some rows of Plant: note"))
    }

    @Test func rowsAfterCodeAreNotChecked() throws {
        try write(("Fern", 1, nil), ("Fern", 2, nil))
        #expect(try preview(UniqueLabels.self, CodeBefore.self).error == nil)
    }

    @Test func jsonOfOtherStructIsFound() throws {
        try folder.using(CompositeMigrationTests.JSONSchema.self) { context in
            context.insert(CompositeMigrationTests.JSONSchema.Shop("C", ["street": "Odd"], nil))
            try context.save()
        }
        let preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: CompositeMigrationTests.StructSchema.self),
            url: folder.store
        )
        #expect(preview.outcome == .rejected)
        #expect(explanation(of: preview.error).contains("Odd"))
    }

    enum Animals: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Animal.self, Cat.self, Dog.self] }

        @Model class Animal {
            var name: String
            init(_ name: String) { self.name = name }
        }

        @Model final class Cat: Animal {
            var lives = 7
            init(cat name: String) { super.init(name) }
        }

        @Model final class Dog: Animal {
            var breed = ""
            init(dog name: String) { super.init(name) }
        }
    }

    enum AnimalsWithoutCats: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Animal.self, Dog.self] }

        @Model class Animal {
            @Attribute(.unique) var name: String
            init(_ name: String) { self.name = name }
        }

        @Model final class Dog: Animal {
            var breed = ""
            init(dog name: String) { super.init(name) }
        }
    }

    @Test(arguments: [false, true])
    func modelsOfRemovedSubclassesDoNotCount(hasTwoDogs: Bool) throws {
        try folder.using(Animals.self) { context in
            context.insert(Animals.Cat(cat: "Tom"))
            context.insert(Animals.Dog(dog: "Tom"))
            if hasTwoDogs { context.insert(Animals.Dog(dog: "Tom")) }
            try context.save()
        }
        let preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: AnimalsWithoutCats.self),
            url: folder.store
        )
        #expect(preview.outcome == (hasTwoDogs ? .rejected : .migrated))
        if !hasTwoDogs {
            let count = try folder.using(AnimalsWithoutCats.self) {
                try $0.fetchCount(FetchDescriptor<AnimalsWithoutCats.Animal>())
            }
            #expect(count == 1)
        }
    }

    enum OptionalCodes: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Seed.self] }

        @Model final class Seed {
            @Attribute(.unique) var code: String?
            init() {}
        }
    }

    enum RequiredCodes: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Seed.self] }

        @Model final class Seed {
            @Attribute(.unique) var code: String = "none"
            init() {}
        }
    }

    @Test(arguments: [1, 2])
    func defaultValuesOfAUniqueAttributeThatBecomesRequiredAreCompared(count: Int) throws {
        let folder = try TemporaryFolder()
        try folder.using(OptionalCodes.self) { context in
            for _ in 0..<count { context.insert(OptionalCodes.Seed()) }
            try context.save()
        }
        let preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: RequiredCodes.self),
            url: folder.store
        )
        #expect(preview.outcome == (count == 1 ? .migrated : .rejected))
        let opens = (try? folder.using(RequiredCodes.self) { _ in }) != nil
        #expect(opens == (count == 1))
    }
}
