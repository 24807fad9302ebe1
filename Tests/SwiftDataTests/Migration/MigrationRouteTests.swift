// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The routes that the stages of a plan lead through.
struct MigrationRouteTests {
    /// A shelf of any version.
    protocol Labeled: PersistentModel { var label: String { get set } }

    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Shelf.self] }
        @Model final class Shelf: Labeled {
            var label: String
            init(label: String) { self.label = label }
        }
    }

    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Shelf.self] }
        @Model final class Shelf: Labeled {
            var label: String
            var sortLabel = ""
            init(label: String) { self.label = label }
        }
    }

    enum V3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Shelf.self] }
        @Model final class Shelf: Labeled {
            var label: String
            var sortLabel = ""
            var height = 1
            init(label: String) { self.label = label }
        }
    }

    private struct Refusal: Error {}

    /// Returns a stage that adds a word to the labels of its second version.
    private static func stage<Shelf: Labeled>(
        _ start: any VersionedSchema.Type,
        _ end: any VersionedSchema.Type,
        of type: Shelf.Type,
        adds word: String
    ) -> MigrationStage {
        .custom(
            fromVersion: start,
            toVersion: end,
            willMigrate: nil,
            didMigrate: { context in
                for shelf in try context.fetch(FetchDescriptor<Shelf>()) { shelf.label += word }
                try context.save()
            }
        )
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func create<M: PersistentModel>(
        _ version: any VersionedSchema.Type,
        _ model: M
    ) throws {
        try folder.using(version) { context in
            context.insert(model)
            try context.save()
        }
    }

    // MARK: Versions of stages

    private enum NewestListed: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: nil,
                    didMigrate: { context in
                        for shelf in try context.fetch(FetchDescriptor<V2.Shelf>()) {
                            shelf.sortLabel = shelf.label.lowercased()
                        }
                        try context.save()
                    }
                )
            ]
        }
    }

    @Test func stageMayStartFromAVersionThatThePlanDoesNotList() throws {
        try create(V1.self, V1.Shelf(label: "Top"))
        let context = try folder.open(V2.self, plan: NewestListed.self)
        let shelves = try context.fetch(FetchDescriptor<V2.Shelf>())
        #expect(shelves.map(\.sortLabel) == ["top"])
    }

    private enum NoneListed: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: { context in
                        for shelf in try context.fetch(FetchDescriptor<V1.Shelf>()) {
                            shelf.label += " 1"
                        }
                        try context.save()
                    },
                    didMigrate: { context in
                        for shelf in try context.fetch(FetchDescriptor<V2.Shelf>()) {
                            shelf.sortLabel = shelf.label + " 2"
                        }
                        try context.save()
                    }
                ),
                .custom(
                    fromVersion: V2.self,
                    toVersion: V3.self,
                    willMigrate: { context in
                        for shelf in try context.fetch(FetchDescriptor<V2.Shelf>()) {
                            shelf.sortLabel += " 3"
                        }
                        try context.save()
                    },
                    didMigrate: { context in
                        for shelf in try context.fetch(FetchDescriptor<V3.Shelf>()) {
                            shelf.height = shelf.sortLabel.count
                        }
                        try context.save()
                    }
                ),
            ]
        }
    }

    @Test func customStagesOfUnlistedVersionsRunInTurn() throws {
        try create(V1.self, V1.Shelf(label: "Top"))
        let context = try folder.open(V3.self, plan: NoneListed.self)
        let shelves = try context.fetch(FetchDescriptor<V3.Shelf>())
        #expect(shelves.map(\.sortLabel) == ["Top 1 2 3"])
        #expect(shelves.map(\.height) == [9])
    }

    @Test func unlistedVersionsBelongToPreviewsAndRehearsals() throws {
        let rehearsal = try MigrationRehearsal(of: NoneListed.self, from: V1.self) {
            $0.insert(V1.Shelf(label: "Top"))
        }
        #expect(try rehearsal.version == V1.versionIdentifier)
        #expect(try rehearsal.preview(to: V3.self).stages.count == 2)
        var versions: [Schema.Version] = []
        try rehearsal.migrateStepwise { version, _ in versions.append(version.versionIdentifier) }
        #expect(versions.last == V3.versionIdentifier)
    }

    // MARK: Direction and length

    private enum Shortcut: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
            [
                stage(V1.self, V2.self, of: V2.Shelf.self, adds: " a"),
                stage(V2.self, V3.self, of: V3.Shelf.self, adds: " b"),
                stage(V1.self, V3.self, of: V3.Shelf.self, adds: " c"),
            ]
        }
    }

    @Test func shortestRouteIsTaken() throws {
        try create(V1.self, V1.Shelf(label: "Top"))
        let context = try folder.open(V3.self, plan: Shortcut.self)
        #expect(try context.fetch(FetchDescriptor<V3.Shelf>()).map(\.label) == ["Top c"])
    }

    private enum Downward: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: V1.self, toVersion: V2.self),
                stage(V3.self, V2.self, of: V2.Shelf.self, adds: " a"),
                stage(V2.self, V1.self, of: V1.Shelf.self, adds: " b"),
            ]
        }
    }

    @Test func stagesLeadToAnEarlierVersion() throws {
        try create(V3.self, V3.Shelf(label: "Top"))
        let context = try folder.open(V1.self, plan: Downward.self)
        #expect(try context.fetch(FetchDescriptor<V1.Shelf>()).map(\.label) == ["Top a b"])
    }

    @Test func stageToAnEarlierVersionIsNotInTheWay() throws {
        try create(V1.self, V1.Shelf(label: "Top"))
        let context = try folder.open(V3.self, plan: Downward.self)
        #expect(try context.fetch(FetchDescriptor<V3.Shelf>()).map(\.label) == ["Top"])
    }

    // MARK: Stages that lead elsewhere

    private enum Cycle: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
            [
                stage(V1.self, V3.self, of: V3.Shelf.self, adds: " a"),
                stage(V3.self, V1.self, of: V1.Shelf.self, adds: " b"),
            ]
        }
    }

    @Test func cycleThatMissesTheVersionIsRejected() throws {
        try create(V1.self, V1.Shelf(label: "Top"))
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) {
            _ = try folder.open(V2.self, plan: Cycle.self)
        }
        #expect(
            explanation(of: error).contains(
                "the migration stages from 1.0.0 do not lead to 2.0.0, only to 3.0.0"
            )
        )
        let shelves = try folder.open(V1.self).fetch(FetchDescriptor<V1.Shelf>())
        #expect(shelves.map(\.label) == ["Top"])
    }

    @Test func newerStoreWithoutAStageToTheVersionIsRejected() throws {
        try create(V3.self, V3.Shelf(label: "Top"))
        #expect(throws: SwiftDataError.backwardMigration) {
            _ = try folder.open(V2.self, plan: Shortcut.self)
        }
    }

    private enum Failing: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [] }
        static var stages: [MigrationStage] {
            [
                stage(V3.self, V2.self, of: V2.Shelf.self, adds: " a"),
                .custom(
                    fromVersion: V2.self,
                    toVersion: V1.self,
                    willMigrate: { _ in throw Refusal() },
                    didMigrate: nil
                ),
            ]
        }
    }

    @Test func failingStageOfARouteLeavesTheStore() throws {
        try create(V3.self, V3.Shelf(label: "Top"))
        #expect(throws: Refusal.self) { _ = try folder.open(V1.self, plan: Failing.self) }
        #expect(!folder.contains("test.store.migrating"))
        let shelves = try folder.open(V3.self).fetch(FetchDescriptor<V3.Shelf>())
        #expect(shelves.map(\.label) == ["Top"])
    }
}
