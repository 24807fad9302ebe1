// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Migrations through the stages of a plan.
struct StagedMigrationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeFirstVersion()
    }

    @Test func stagesRunInOrderWithOldThenNewModels() throws {
        let context = try folder.open(TripsV3.self, plan: TripsPlan.self)
        let trips = try context.fetch(
            FetchDescriptor<TripsV3.Trip>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(trips.map(\.name) == ["Nörth!", "South!"])
        #expect(trips.map(\.subtitle) == ["was rated 3", "was rated 3"])
        #expect(trips.map(\.days) == [7, 1])
        #expect(!folder.contains("test.store.migrating"))
    }

    @Test func storeAtIntermediateVersionRunsRemainingStages() throws {
        try folder.using(TripsV2.self, plan: TripsPlan.self) { #expect(!$0.hasChanges) }
        let context = try folder.open(TripsV3.self, plan: TripsPlan.self)
        #expect(try context.fetchCount(FetchDescriptor<TripsV3.Trip>()) == 2)
    }

    @Test func planVersionIsRecordedForPlainModelTypes() throws {
        let other = try TemporaryFolder()
        let configuration = ModelConfiguration(url: other.store)
        _ = try ModelContainer(
            for: TripsV3.Trip.self,
            migrationPlan: TripsPlan.self,
            configurations: configuration
        )
        let stored = try StoreFile(other.store).inspect()
        #expect(stored?.shape.version == Schema.Version(3, 0, 0))
    }

    private struct Refusal: Error {}

    private enum FailingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: TripsV1.self,
                    toVersion: TripsV2.self,
                    willMigrate: { context in
                        try context.delete(model: TripsV1.Trip.self)
                        try context.save()
                    },
                    didMigrate: { _ in throw Refusal() }
                )
            ]
        }
    }

    @Test func failingStageLeavesStoreUnchanged() throws {
        #expect(throws: Refusal.self) {
            _ = try folder.open(TripsV2.self, plan: FailingPlan.self)
        }
        #expect(!folder.contains("test.store.migrating"))
        #expect(!folder.contains("test.store.backup"))
        #expect(try folder.open(TripsV1.self).fetchCount(FetchDescriptor<TripsV1.Trip>()) == 2)
    }

    private enum OnlySecond: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV2.self] }
        static var stages: [MigrationStage] { [] }
    }

    @Test func storeOutsideThePlanIsUnknownSchema() throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(TripsV2.self, plan: OnlySecond.self)
        }
        #expect(error == .unknownSchema)
        let text = explanation(of: error)
        #expect(text.contains("has the schema 1.0.0 ("))
        #expect(text.contains("\n  2.0.0 ("))
        #expect(text.contains("Trip.name: was title, text, spotlight; is text, spotlight"))
    }

    @Test func storeNewerThanPlanIsRejected() throws {
        try folder.using(TripsV3.self, plan: TripsPlan.self) { #expect(!$0.hasChanges) }
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(TripsV2.self, plan: OnlySecond.self)
        }
        #expect(error == .backwardMigration)
        #expect(explanation(of: error).contains("has the schema 3.0.0 ("))
    }

    @Test(arguments: [true, false])
    func storeNewerThanContainerIsRejected(hasPlan: Bool) throws {
        try folder.using(TripsV3.self, plan: TripsPlan.self) { #expect(!$0.hasChanges) }
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(TripsV1.self, plan: hasPlan ? TripsPlan.self : nil)
        }
        #expect(error == .backwardMigration)
        #expect(explanation(of: error).contains("Stop: new"))
    }

    private enum Copy: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 1, 0)
        static var models: [any PersistentModel.Type] { TripsV1.models }
    }

    private enum DuplicatePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV1.self, Copy.self, TripsV2.self] }
        static var stages: [MigrationStage] { [] }
    }

    @Test func planWithIdenticalVersionsIsRejected() throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(TripsV2.self, plan: DuplicatePlan.self)
        }
        #expect(error == .loadIssueModelContainer)
        #expect(
            explanation(of: error).hasPrefix("Duplicate version checksums across stages detected")
        )
    }

    enum Retyped: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Tag.self] }

        @Model final class Tag {
            var name = 0
            init() {}
        }
    }

    private enum RetypingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV1.self, Retyped.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: TripsV1.self,
                    toVersion: Retyped.self,
                    willMigrate: nil,
                    didMigrate: { try $0.save() }
                )
            ]
        }
    }

    @Test func customStageThatRetypesAPropertyIsRejected() throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(Retyped.self, plan: RetypingPlan.self)
        }
        #expect(explanation(of: error).contains("even by its custom stage; a property of another"))
    }

    private enum FirstTwo: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
        static var stages: [MigrationStage] { [] }
    }

    @Test func containerSchemaOutsideThePlanIsRejected() throws {
        let error = #expect(throws: SwiftDataError.self) {
            _ = try folder.open(TripsV3.self, plan: FirstTwo.self)
        }
        #expect(explanation(of: error).contains("is not in the migration plan"))
    }

    @Test func missingStageIsLightweight() throws {
        let context = try folder.open(TripsV2.self, plan: FirstTwo.self)
        #expect(try context.fetchCount(FetchDescriptor<TripsV2.Trip>()) == 2)
    }
}
