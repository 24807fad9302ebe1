// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Stages that remove the values that cannot be converted, before the type of a property changes.
struct EmptiedModelTests {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Ring.self, Setting.self] }

        @Model final class Ring {
            var day: String
            var value: String?
            @Relationship(inverse: nil) var owner: Setting?
            init(_ day: String) {
                self.day = day
                value = "v"
            }
        }

        @Model final class Setting {
            var name = "kept"
            init() {}
        }
    }

    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Ring.self, Setting.self] }

        @Model final class Ring {
            var day: String
            var value: Double?
            @Relationship(inverse: nil) var owner: Setting?
            init(_ day: String) { self.day = day }
        }

        @Model final class Setting {
            var name = "kept"
            init() {}
        }
    }

    /// The owner is a model of another class.
    enum V3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Ring.self, Setting.self, Owner.self] }

        @Model final class Ring {
            var day: String
            var value: Double?
            @Relationship(inverse: nil) var owner: Owner?
            init(_ day: String) { self.day = day }
        }

        @Model final class Setting {
            var name = "kept"
            init() {}
        }

        @Model final class Owner {
            init() {}
        }
    }

    private enum DeletingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: { context in
                        try context.delete(model: V1.Ring.self)
                        try context.save()
                    },
                    didMigrate: { context in
                        context.insert(V2.Ring("tuesday"))
                        try context.save()
                    }
                ),
                .custom(
                    fromVersion: V2.self,
                    toVersion: V3.self,
                    willMigrate: { context in
                        try context.delete(model: V2.Ring.self)
                        try context.save()
                    },
                    didMigrate: nil
                ),
            ]
        }
    }

    private enum ClearingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: { context in
                        for ring in try context.fetch(FetchDescriptor<V1.Ring>()) {
                            ring.value = nil
                        }
                        try context.save()
                    },
                    didMigrate: nil
                )
            ]
        }
    }

    private enum IdlePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: { try $0.save() },
                    didMigrate: nil
                )
            ]
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.using(V1.self) { context in
            context.insert(V1.Ring("monday"))
            context.insert(V1.Setting())
            try context.save()
        }
    }

    @Test func typeOfAPropertyOfDeletedModelsChanges() throws {
        let context = try folder.open(V2.self, plan: DeletingPlan.self)
        let rings = try context.fetch(FetchDescriptor<V2.Ring>())
        #expect(rings.map(\.day) == ["tuesday"])
        let settings = try context.fetch(FetchDescriptor<V2.Setting>())
        #expect(settings.map(\.name) == ["kept"])
    }

    @Test func destinationOfARelationshipOfDeletedModelsChanges() throws {
        let context = try folder.open(V3.self, plan: DeletingPlan.self)
        #expect(try context.fetchCount(FetchDescriptor<V3.Ring>()) == 0)
        let settings = try context.fetch(FetchDescriptor<V3.Setting>())
        #expect(settings.map(\.name) == ["kept"])
    }

    @Test func typeOfAPropertyWithoutValuesChanges() throws {
        let context = try folder.open(V2.self, plan: ClearingPlan.self)
        let rings = try context.fetch(FetchDescriptor<V2.Ring>())
        #expect(rings.map(\.day) == ["monday"])
        #expect(rings.map(\.value) == [nil])
    }

    @Test func remainingValuesAreNotConverted() throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(V2.self, plan: IdlePlan.self)
        }
        #expect(explanation(of: error).contains("or willMigrate removes them"))
        #expect(explanation(of: error).contains("Ring.value"))
        let rings = try folder.open(V1.self).fetch(FetchDescriptor<V1.Ring>())
        #expect(rings.map(\.value) == ["v"])
    }

    @Test func previewLeavesTheRowsToTheStage() throws {
        let previews = try ModelContainer.migrationPreviews(
            for: Schema(versionedSchema: V2.self),
            migrationPlan: ClearingPlan.self,
            configurations: [ModelConfiguration(url: folder.store)]
        )
        #expect(previews.map(\.outcome) == [.migrated])
    }
}
