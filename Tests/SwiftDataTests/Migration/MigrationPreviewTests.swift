// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Previews of migrations, which change no file.
struct MigrationPreviewTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeFirstVersion()
    }

    private func preview(
        _ version: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> MigrationPreview {
        try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: version),
            migrationPlan: plan,
            url: folder.store
        )
    }

    // MARK: Outcomes

    @Test func storeWithSameSchemaIsUnchanged() throws {
        let preview = try preview(TripsV1.self)
        #expect(preview.outcome == .unchanged)
        #expect(preview.storeVersion == Schema.Version(1, 0, 0))
        #expect(preview.stages.isEmpty && preview.error == nil)
    }

    @Test func missingStoreIsCreated() throws {
        let empty = try TemporaryFolder()
        let preview = try ModelContainer.migrationPreview(
            for: TripsV3.Trip.self,
            url: empty.store
        )
        #expect(preview.outcome == .created)
        #expect(preview.storeVersion == nil)
        #expect(try empty.files().isEmpty)
    }

    @Test func inferredMigrationListsChangesOfProperties() throws {
        let preview = try preview(TripsV2.self)
        #expect(preview.outcome == .migrated)
        let stage = try #require(preview.stages.first)
        #expect(preview.stages.count == 1 && !stage.isCustom)
        func kinds(_ entity: String, _ property: String) -> Set<SchemaChange.Kind>? {
            stage.changes.first { $0.entityName == entity && $0.propertyName == property }?.kinds
        }
        #expect(kinds("Trip", "name") == [.renamed])
        #expect(kinds("Trip", "days") == [.retyped])
        #expect(kinds("Trip", "rating") == [.added])
        #expect(kinds("Trip", "note") == [.removed])
        #expect(kinds("Trip", "places") == [.renamed])
        #expect(kinds("Tag", "trips") == [.added])
        #expect(kinds("Stop", "name") == [.modified])
        let renamed = stage.changes.first { $0.propertyName == "name" && $0.entityName == "Trip" }
        #expect(renamed?.previousName == "title")
    }

    @Test func rewrittenTablesAreCounted() throws {
        let stage = try #require(try preview(TripsV2.self).stages.first)
        let trips = stage.tables.first { $0.name == "Trip" }
        #expect(trips?.effect == .rewritten)
        #expect(trips?.rowCount == 2)
        // Only an index is new.
        #expect(stage.tables.contains { $0.name == "Stop" && $0.effect == .created } == false)
        let removed = try #require(try preview(TripsV3.self, plan: TripsPlan.self).stages.last)
        let stops = removed.tables.first { $0.name == "Stop" }
        #expect(stops?.effect == .removed)
        #expect(stops?.rowCount == 3)
    }

    @Test func routeOfPlanHasItsStages() throws {
        let preview = try preview(TripsV3.self, plan: TripsPlan.self)
        #expect(preview.outcome == .migrated)
        #expect(preview.stages.map(\.fromVersion.major) == [1, 2])
        #expect(preview.stages.map(\.toVersion.major) == [2, 3])
        #expect(preview.stages.map(\.isCustom) == [false, true])
    }

    @Test func descriptionIsReadable() throws {
        let text = try preview(TripsV3.self, plan: TripsPlan.self).description
        #expect(text.hasPrefix("\(folder.path("test.store")) is migrated from 1.0.0 to 3.0.0\n"))
        #expect(text.contains("\n1.0.0 to 2.0.0, lightweight\n  Stop.trip: was Trip?, "))
        #expect(text.contains("\n  Stop.name: now unique\n"))
        #expect(text.contains("\n  Trip.name: was title, text, spotlight; is text, spotlight\n"))
        #expect(text.contains("\n  rewrites the table Trip with 2 rows"))
        #expect(text.contains("\n2.0.0 to 3.0.0, custom\n  Stop: removed with all its models\n"))
        #expect(text.contains("\n  removes the table Stop with 3 rows"))
    }

    // MARK: Errors

    private enum OnlySecond: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV2.self] }
        static var stages: [MigrationStage] { [] }
    }

    private enum FirstTwo: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
        static var stages: [MigrationStage] { [] }
    }

    private enum WithoutCode: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
            [TripsV1.self, TripsV2.self, TripsV3.self]
        }
        static var stages: [MigrationStage] { [] }
    }

    private struct Opening: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let version: any VersionedSchema.Type
        var plan: (any SchemaMigrationPlan.Type)?

        init(
            _ description: String,
            _ version: any VersionedSchema.Type,
            _ plan: (any SchemaMigrationPlan.Type)? = nil
        ) {
            testDescription = description
            self.version = version
            self.plan = plan
        }
    }

    @Test(arguments: [
        Opening("unknown schema", TripsV2.self, OnlySecond.self),
        Opening("schema outside of the plan", TripsV3.self, FirstTwo.self),
        Opening("property without default", TripsV3.self),
        Opening("second stage without code", TripsV3.self, WithoutCode.self),
        Opening("plan", TripsV3.self, TripsPlan.self),
        Opening("inferred", TripsV2.self),
    ])
    private func errorIsThatOfOpening(opening: Opening) throws {
        let preview = try preview(opening.version, plan: opening.plan)
        do {
            try folder.using(opening.version, plan: opening.plan) { _ in }
            #expect(preview.outcome == .migrated)
            #expect(preview.error == nil)
        } catch {
            #expect(preview.outcome == .rejected)
            #expect(explanation(of: preview.error) == explanation(of: error))
            #expect(preview.error as? SwiftDataError == error as? SwiftDataError)
        }
    }

    @Test func stagesAreListedUpToTheOneThatFails() throws {
        let preview = try preview(TripsV3.self, plan: WithoutCode.self)
        #expect(preview.stages.map(\.toVersion.major) == [2, 3])
        let obstacles = preview.stages.flatMap { $0.changes.compactMap(\.obstacle) }
        #expect(obstacles == ["became required, without a default value for rows with nil"])
    }

    @Test func newerStoreIsBackward() throws {
        try folder.using(TripsV3.self, plan: TripsPlan.self) { #expect(!$0.hasChanges) }
        for plan in [TripsPlan.self, nil] as [(any SchemaMigrationPlan.Type)?] {
            let preview = try preview(TripsV1.self, plan: plan)
            #expect(preview.error as? SwiftDataError == .backwardMigration)
            #expect(preview.storeVersion == Schema.Version(3, 0, 0))
        }
    }

    @Test func otherFilesAreRejected() throws {
        try Data("some text, longer than a header".utf8).write(to: folder.store)
        let preview = try preview(TripsV1.self)
        #expect((preview.error as? StoreError)?.code == .notAStore)
        #expect(preview.description.contains("is not a store"))
    }

    @Test func storeOfAnotherProcessIsLocked() throws {
        let lock = try LockFile(for: folder.store)
        try lock.acquire()
        let preview = try preview(TripsV2.self)
        #expect((preview.error as? StoreError)?.code == .locked)
    }

    @Test func readOnlyConfigurationIsNotMigrated() throws {
        let preview = try #require(
            try ModelContainer.migrationPreviews(
                for: Schema(versionedSchema: TripsV2.self),
                configurations: [ModelConfiguration(url: folder.store, allowsSave: false)]
            ).first
        )
        #expect(explanation(of: preview.error).contains("read-only"))
        #expect(preview.stages.count == 1)
    }

    // MARK: Files

    @Test func closedStoreIsNotTouched() throws {
        // The lock names the process that had it last.
        let before = try folder.files().filter { !$0.key.hasSuffix(".lock") }
        #expect(try preview(TripsV3.self, plan: TripsPlan.self).outcome == .migrated)
        #expect(try folder.files().filter { !$0.key.hasSuffix(".lock") } == before)
    }

    @Test func openStoreIsReadWithItsLog() throws {
        let context = try folder.open(TripsV1.self)
        context.insert(TripsV1.Trip(title: "in the log"))
        try context.save()
        let before = try folder.files().filter { !$0.key.hasSuffix("-shm") }
        #expect(before["test.store-wal"]?.isEmpty == false)
        let stage = try #require(try preview(TripsV2.self).stages.first)
        #expect(stage.tables.first { $0.name == "Trip" }?.rowCount == 3)
        #expect(try folder.files().filter { !$0.key.hasSuffix("-shm") } == before)
        // The locks of the open container are not lost.
        context.insert(TripsV1.Trip(title: "another"))
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<TripsV1.Trip>()) == 4)
    }

    /// Returns a folder with a store and its log, as a process leaves them that is killed.
    private func crashedStore() throws -> TemporaryFolder {
        let crashed = try TemporaryFolder()
        try folder.using(TripsV1.self) { context in
            context.insert(TripsV1.Trip(title: "in the log"))
            try context.save()
            for name in ["test.store", "test.store-wal"] {
                try FileManager.default.copyItem(
                    atPath: folder.path(name),
                    toPath: crashed.path(name)
                )
            }
        }
        return crashed
    }

    @Test func copyThatCannotBeWrittenIsNoErrorOfTheMigration() throws {
        let crashed = try crashedStore()
        let inspection = StoreInspection(
            ModelConfiguration(url: crashed.store),
            plan: nil,
            target: try StoreSchema(TripsV2.self, without: []),
            openStores: OpenStores(exist: false, mayExist: false, isolate: {}, close: {}),
            temporaryFolder: crashed.store
        )
        let error = #expect(throws: StoreError.self) { try inspection.preview() }
        #expect(error?.code == .inputOutput)
        #expect(error?.message.contains("could not create") == true)
    }

    @Test func storeOfCrashedProcessIsReadWithItsLog() throws {
        let crashed = try crashedStore()
        let before = try crashed.files()
        let preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: TripsV2.self),
            url: crashed.store
        )
        let trips = try #require(preview.stages.first).tables.first { $0.name == "Trip" }
        #expect(trips?.rowCount == 3)
        #expect(try crashed.files() == before)
    }

    @Test func modelsThatAnotherContainerUsesAreNotRemoved() throws {
        let context = try folder.open(TripsV1.self)
        let preview = try ModelContainer.migrationPreview(
            for: Schema([TripsV1.Tag.self]),
            url: folder.store
        )
        #expect((preview.error as? StoreError)?.code == .locked)
        #expect(explanation(of: preview.error).contains("Stop"))
        #expect(!context.hasChanges)
    }
}
