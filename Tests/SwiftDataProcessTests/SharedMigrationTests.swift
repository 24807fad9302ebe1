// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Migrations of stores that other processes have open, or open later.
@Suite struct SharedMigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func configuration(waitingAtMost limit: Duration = .seconds(10)) -> ModelConfiguration {
        SharedStoreTask.configuration(folder.store, waitingAtMost: limit)
    }

    @Test func migrationNeedsTheStoreAlone() throws {
        let other = try SharedStoreProcess(.save, store: folder.store)
        #expect(other.nextLine() == "open")
        let error = #expect(throws: StoreError.self) {
            _ = try Later.container(configuration(waitingAtMost: .milliseconds(50)))
        }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("process \(other.number) ") == true)
        try other.send("1")
        #expect(other.nextLine()?.hasPrefix("saved 1 ") == true)
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
        let container = try Later.container(configuration())
        let notes = try ModelContext(container).fetch(FetchDescriptor<Later.SharedNote>())
        #expect(notes.map(\.name) == ["other 1"])
    }

    @Test func migrationWaitsForTheOthers() throws {
        let context = ModelContext(try SharedStoreTask.container(configuration()))
        context.insert(SharedNote("own"))
        try context.save()
        let other = try SharedStoreProcess(.migrate, store: folder.store)
        #expect(other.nextLine() == "opening")
        context.insert(SharedNote("own, later"))
        try context.save()
        try context.container.close()
        #expect(other.nextLine() == "open")
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
        let later = ModelContext(try Later.container(configuration()))
        #expect(try later.fetchCount(FetchDescriptor<Later.SharedNote>()) == 2)
    }

    /// The first version of the models, the only one of an earlier program.
    private enum First: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [SharedNote.self, SharedFolder.self]
    }

    private enum EarlierPlan: SchemaMigrationPlan {
        static let schemas: [any VersionedSchema.Type] = [First.self]
        static let stages: [MigrationStage] = []
    }

    private func openEarlier(waitingAtMost limit: Duration) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: First.self),
            migrationPlan: EarlierPlan.self,
            configurations: [configuration(waitingAtMost: limit)]
        )
    }

    @Test func containerOfEarlierModelsIsRejectedAfterTheMigration() throws {
        let earlier = ModelContext(try openEarlier(waitingAtMost: .seconds(10)))
        earlier.insert(SharedNote("earlier"))
        try earlier.save()
        try earlier.container.close()
        let other = try SharedStoreProcess(.migrate, store: folder.store)
        #expect(other.nextLine() == "opening")
        #expect(other.nextLine() == "open")
        // The closed container does not reach the new file by its connections.
        #expect(throws: StoreError.self) {
            _ = try earlier.fetchCount(FetchDescriptor<SharedNote>())
        }
        let error = #expect(throws: SwiftDataError.self) {
            _ = try openEarlier(waitingAtMost: .milliseconds(50))
        }
        #expect(error?.explanation.contains("which is not in the migration plan") == true)
        try other.endInput()
        #expect(other.remainingLines() == ["closed"])
        let later = ModelContext(try Later.container(configuration()))
        let notes = try later.fetch(FetchDescriptor<Later.SharedNote>())
        #expect(notes.map(\.name) == ["earlier"])
    }
}
