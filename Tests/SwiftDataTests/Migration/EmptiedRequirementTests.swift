// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Stages that delete the models to which the next version adds required properties without default
/// values.
struct EmptiedRequirementTests {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Lamp.self, Room.self] }

        @Model final class Lamp {
            var label: String
            init(label: String) { self.label = label }
        }

        @Model final class Room {
            var name: String
            init(name: String) { self.name = name }
        }
    }

    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Lamp.self, Room.self] }

        struct Size: Codable, Equatable {
            var width: Int
            var height: Int
        }

        @Model final class Lamp {
            var label: String
            var socket: String
            var size: Size
            @Relationship(inverse: nil) var room: Room
            init(label: String, room: Room) {
                self.label = label
                self.room = room
                socket = "E27"
                size = Size(width: 1, height: 2)
            }
        }

        @Model final class Room {
            var name: String
            init(name: String) { self.name = name }
        }
    }

    private static func plan(
        willMigrate: @escaping @Sendable (ModelContext) throws -> Void
    ) -> MigrationStage {
        .custom(
            fromVersion: V1.self,
            toVersion: V2.self,
            willMigrate: willMigrate,
            didMigrate: { context in
                let room = try context.fetch(FetchDescriptor<V2.Room>()).first
                context.insert(V2.Lamp(label: "desk", room: room ?? V2.Room(name: "new")))
                try context.save()
            }
        )
    }

    private enum DeletingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [
                plan { context in
                    for lamp in try context.fetch(FetchDescriptor<V1.Lamp>()) {
                        context.delete(lamp)
                    }
                    try context.save()
                }
            ]
        }
    }

    private enum KeepingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [plan { try $0.save() }] }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.using(V1.self) { context in
            context.insert(V1.Lamp(label: "desk"))
            context.insert(V1.Room(name: "study"))
            try context.save()
        }
    }

    @Test func requiredPropertiesAreAddedToDeletedModels() throws {
        let context = try folder.open(V2.self, plan: DeletingPlan.self)
        let lamps = try context.fetch(FetchDescriptor<V2.Lamp>())
        #expect(lamps.map(\.label) == ["desk"])
        #expect(lamps.map(\.socket) == ["E27"])
        #expect(lamps.map(\.size) == [V2.Size(width: 1, height: 2)])
        #expect(lamps.map(\.room.name) == ["study"])
    }

    @Test func remainingModelsLackTheValues() throws {
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
            _ = try folder.open(V2.self, plan: KeepingPlan.self)
        }
        #expect(explanation(of: error).contains("Lamp.socket"))
        #expect(!folder.contains("test.store.migrating"))
        let lamps = try folder.open(V1.self).fetch(FetchDescriptor<V1.Lamp>())
        #expect(lamps.map(\.label) == ["desk"])
    }
}
