// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Rehearsals of migration plans on copies of stores.
struct MigrationRehearsalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeFirstVersion()
    }

    @Test func everyVersionIsChecked() throws {
        let rehearsal = try MigrationRehearsal(of: TripsPlan.self, onCopyOf: folder.store)
        #expect(try rehearsal.version == Schema.Version(1, 0, 0))
        try rehearsal.migrate(to: TripsV2.self) { context in
            let trips = try context.fetch(FetchDescriptor<TripsV2.Trip>())
            #expect(Set(trips.map(\.name)) == ["Nörth", "South"])
        }
        #expect(try rehearsal.version == Schema.Version(2, 0, 0))
        let count = try rehearsal.migrate(to: TripsV3.self) { context in
            try context.fetchCount(FetchDescriptor<TripsV3.Trip>())
        }
        #expect(count == 2)
        #expect(try rehearsal.version == Schema.Version(3, 0, 0))
    }

    private enum OnlyThird: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV3.self] }
        static var stages: [MigrationStage] { [] }
    }

    @Test func versionOutsideOfThePlanIsNil() throws {
        let rehearsal = try MigrationRehearsal(of: OnlyThird.self, onCopyOf: folder.store)
        #expect(try rehearsal.version == nil)
        #expect(throws: SwiftDataError.unknownSchema) {
            try rehearsal.migrateStepwise { _, _ in }
        }
    }

    @Test func versionOfDamagedCopyIsAnError() throws {
        let rehearsal = try MigrationRehearsal(of: TripsPlan.self, onCopyOf: folder.store)
        try Data("some text, longer than a header".utf8).write(to: rehearsal.url)
        let error = #expect(throws: StoreError.self) { try rehearsal.version }
        #expect(error?.code == .notAStore)
    }

    @Test func stepwiseMigrationVisitsRemainingVersions() throws {
        let rehearsal = try MigrationRehearsal(of: TripsPlan.self, onCopyOf: folder.store)
        var visited: [Schema.Version] = []
        try rehearsal.migrateStepwise { version, context in
            visited.append(version.versionIdentifier)
            #expect(context.container.schema.entitiesByName["Trip"] != nil)
        }
        #expect(visited.map(\.major) == [1, 2, 3])
        visited = []
        try rehearsal.migrateStepwise { version, _ in visited.append(version.versionIdentifier) }
        #expect(visited.map(\.major) == [3])
    }

    @Test func fixtureIsNotChanged() throws {
        // The lock names the process that had it last.
        let before = try folder.files().filter { !$0.key.hasSuffix(".lock") }
        let rehearsal = try MigrationRehearsal(of: TripsPlan.self, onCopyOf: folder.store)
        try rehearsal.migrate(to: TripsV3.self) { context in
            try context.delete(model: TripsV3.Trip.self)
            try context.save()
        }
        #expect(try folder.files().filter { !$0.key.hasSuffix(".lock") } == before)
    }

    @Test func openStoreIsCopiedWithItsLog() throws {
        let context = try folder.open(TripsV1.self)
        context.insert(TripsV1.Trip(title: "in the log"))
        try context.save()
        let rehearsal = try MigrationRehearsal(of: TripsPlan.self, onCopyOf: folder.store)
        let count = try rehearsal.migrate(to: TripsV2.self) {
            try $0.fetchCount(FetchDescriptor<TripsV2.Trip>())
        }
        #expect(count == 3)
        #expect(!context.hasChanges)
    }

    @Test func copyIncludesExternalFiles() throws {
        let pictures = try TemporaryFolder()
        let image = Data(repeating: 3, count: 40_000)
        try pictures.using(InterruptedMigrationTests.V1.self) { context in
            context.insert(InterruptedMigrationTests.V1.Picture("P", image))
            try context.save()
        }
        let rehearsal = try MigrationRehearsal(of: PicturePlan.self, onCopyOf: pictures.store)
        let images = try rehearsal.migrate(to: InterruptedMigrationTests.V2.self) {
            try $0.fetch(FetchDescriptor<InterruptedMigrationTests.V2.Picture>()).map(\.image)
        }
        #expect(images == [image])
    }

    private enum PicturePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
            [InterruptedMigrationTests.V1.self, InterruptedMigrationTests.V2.self]
        }
        static var stages: [MigrationStage] { [] }
    }

    @Test func storeOfOldVersionIsWritten() throws {
        let rehearsal = try MigrationRehearsal(of: TripsPlan.self, from: TripsV2.self) { context in
            let trip = TripsV2.Trip(name: "East")
            trip.rating = 5
            context.insert(trip)
        }
        #expect(try rehearsal.version == Schema.Version(2, 0, 0))
        let preview = try rehearsal.preview(to: TripsV3.self)
        #expect(preview.stages.map(\.isCustom) == [true])
        let subtitles = try rehearsal.migrate(to: TripsV3.self) {
            try $0.fetch(FetchDescriptor<TripsV3.Trip>()).map(\.subtitle)
        }
        #expect(subtitles == ["was rated 5"])
    }

    private struct Refusal: Error {}

    private enum FailingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [TripsV1.self, TripsV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: TripsV1.self,
                    toVersion: TripsV2.self,
                    willMigrate: nil,
                    didMigrate: { _ in throw Refusal() }
                )
            ]
        }
    }

    @Test func failingStageLeavesTheFormerVersion() throws {
        let rehearsal = try MigrationRehearsal(of: FailingPlan.self, onCopyOf: folder.store)
        #expect(throws: Refusal.self) { try rehearsal.migrate(to: TripsV2.self) { _ in } }
        #expect(try rehearsal.version == Schema.Version(1, 0, 0))
    }

    @Test func missingFixtureIsAnError() throws {
        let missing = folder.url.appending(path: "missing.store")
        let error = #expect(throws: StoreError.self) {
            _ = try MigrationRehearsal(of: TripsPlan.self, onCopyOf: missing)
        }
        #expect(error?.message.contains("there is no store at") == true)
        #expect(!folder.contains("missing.store.lock"))
    }

    @Test func copyIsRemovedWithTheRehearsal() throws {
        var rehearsal: MigrationRehearsal? = try MigrationRehearsal(
            of: TripsPlan.self,
            onCopyOf: folder.store
        )
        let url = try #require(rehearsal?.url)
        #expect(FileManager.default.fileExists(atPath: url.path(percentEncoded: false)))
        rehearsal = nil
        let parent = url.deletingLastPathComponent().path(percentEncoded: false)
        #expect(!FileManager.default.fileExists(atPath: parent))
    }
}
