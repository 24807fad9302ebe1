// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Synchronization
import Testing

@testable import JournalModel

/// The stores of each version of the schema, which all later versions must read.
///
/// Programs of that version have written them, by the commands of `Tests/Stores/make`.
@Suite struct JournalMigrationPlanTests {
    /// A further version, as a later release may add it.
    enum NextSchema: VersionedSchema {
        static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
        static var models: [any PersistentModel.Type] { JournalSchemaV1.models + [Mood.self] }

        @Model final class Mood {
            var name: String
            init(_ name: String) { self.name = name }
        }
    }

    private enum NextPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
            JournalMigrationPlan.schemas + [NextSchema.self]
        }
        static var stages: [MigrationStage] {
            JournalMigrationPlan.stages + [
                .custom(
                    fromVersion: JournalSchemaV1.self,
                    toVersion: NextSchema.self,
                    willMigrate: JournalMigrationPlan.announcing(NextSchema.self),
                    didMigrate: nil
                )
            ]
        }
    }

    /// Calls `body` with a copy of the store that a program of version 1 has written.
    private func withStore<R>(_ body: (URL) throws -> R) throws -> R {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "journal-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appending(path: "journal.store")
        let stores = URL(filePath: #filePath).appending(path: "../../../Stores").standardized
        try FileManager.default.copyItem(at: stores.appending(path: "version-1.sqlite"), to: url)
        return try body(url)
    }

    private func checkContent(of container: ModelContainer) throws {
        let context = ModelContext(container)
        let entries = try EntryListing(order: .oldest, limit: 10).fetch(in: context)
        #expect(entries.map(\.text) == ["The first frost", "Seeds for the spring"])
        let first = try #require(entries.first)
        #expect(first.createdAt == Date(milliseconds: 1_793_347_200_000))
        #expect((first.zone, first.offsetMinutes, first.localDay) == ("UTC", 0, "2026-10-30"))
        #expect(first.starred && first.tags.map(\.name) == ["garden"])
        #expect(first.notebook?.name == "journal")
        let earlier = try VersionListing(of: first).fetch(in: context, after: nil, limit: 10)
        #expect(earlier.map(\.text) == ["The first forst"])
        let attachment = try #require(first.attachments.first)
        #expect(attachment.name == "list.txt" && attachment.isComplete)
        let part = try AttachmentLookup.part(of: attachment, at: 0, in: context)
        #expect(part.map { String(decoding: $0.content, as: UTF8.self) } == "apples\n")
        #expect(entries.last?.notebook?.name == "plans")
        var trash = EntrySelection()
        trash.trashed = true
        let trashed = try EntryListing(trash, limit: 10).fetch(in: context)
        #expect(trashed.map(\.text) == ["A mistake"])
        let search = SearchDescriptor<Entry>(try FullTextQuery("spring"))
        #expect(try context.search(search).map(\.model.text) == ["Seeds for the spring"])
        let steps = try StepLookup.newest(10, at: .lastDone, in: context)
        #expect(steps.map(\.command) == ["delete", "attach", "edit", "new", "new", "new"])
        // The history is complete, so that subscriptions resume.
        #expect(try container.historyBounds().floor == 0)
    }

    @Test func storeOfVersion1IsOpenedWithoutMigration() throws {
        try withStore { url in
            let container = try JournalContainer.open(url) { version in
                Issue.record("migrated to \(version)")
            }
            try checkContent(of: container)
            try container.close()
            #expect(!FileManager.default.fileExists(atPath: url.path + ".backup"))
        }
    }

    @Test func laterVersionKeepsEverythingAndIsAnnouncedOnce() throws {
        try withStore { url in
            let versions = Mutex<[Schema.Version]>([])
            let observer = JournalMigrationPlan.Observer { version in
                versions.withLock { $0.append(version) }
            }
            for _ in 1...2 {
                let container = try JournalMigrationPlan.$observer.withValue(observer) {
                    try JournalContainer.make(
                        ModelConfiguration("journal", url: url),
                        schema: Schema(versionedSchema: NextSchema.self),
                        plan: NextPlan.self
                    )
                }
                try checkContent(of: container)
                let moods = FetchDescriptor<NextSchema.Mood>()
                #expect(try ModelContext(container).fetchCount(moods) == 0)
                try container.close()
            }
            #expect(versions.withLock { $0 } == [Schema.Version(2, 0, 0)])
            #expect(FileManager.default.fileExists(atPath: url.path + ".backup"))
        }
    }
}
