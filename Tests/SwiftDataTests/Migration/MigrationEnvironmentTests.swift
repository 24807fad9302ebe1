// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Migration of data outside of the rows: external files, full-text indexes, keys, logs, other stores.
final class MigrationEnvironmentTests {
    private let folder: TemporaryFolder
    /// Owns the models of a test.
    private var contexts: [ModelContext] = []

    init() throws { folder = try TemporaryFolder() }

    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Page.self, Note.self] }

        @Model final class Page {
            @Attribute(.spotlight) var head: String
            @Attribute(.spotlight) var body: String
            @Attribute(.externalStorage) var scan: Data
            init(_ head: String, _ body: String, _ scan: Data) {
                self.head = head
                self.body = body
                self.scan = scan
            }
        }

        @Model final class Note {
            var text: String
            init(_ text: String) { self.text = text }
        }
    }

    /// A version that swaps two texts, moves the scan into the row and removes notes.
    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Page.self] }

        @Model final class Page {
            @Attribute(.spotlight, originalName: "body") var head: String
            @Attribute(.spotlight, originalName: "head") var body: String
            var scan: Data
            init() {
                head = ""
                body = ""
                scan = Data()
            }
        }
    }

    /// A version that adds notes again.
    enum V3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [V2.Page.self, Note.self] }

        @Model final class Note {
            var text: String
            init(_ text: String) { self.text = text }
        }
    }

    private let scan = Data((0..<40_000).map { UInt8(truncatingIfNeeded: $0) })

    private func write() throws {
        try folder.using(V1.self) { context in
            context.insert(V1.Page("heads", "bodies", scan))
            context.insert(V1.Note("first"))
            context.insert(V1.Note("second"))
            try context.save()
        }
    }

    private func pages() throws -> (ModelContext, [V2.Page]) {
        let context = try folder.open(V2.self)
        contexts.append(context)
        return (context, try context.fetch(FetchDescriptor<V2.Page>()))
    }

    @Test func externalValuesMoveIntoRows() throws {
        try write()
        #expect(try FileManager.default.contentsOfDirectory(atPath: external).count == 1)
        #expect(try pages().1.map(\.scan) == [scan])
    }

    private var external: String { folder.path(".test.store_external") }

    @Test func swappedTextAttributesAreSearchableByNewName() throws {
        try write()
        let (context, pages) = try pages()
        #expect(pages.map(\.head) == ["bodies"])
        #expect(pages.map(\.body) == ["heads"])
        pages.first?.head = "changed"
        try context.save()
        let query = SearchDescriptor<V2.Page>(try FullTextQuery("bodies"))
        #expect(try context.search(query).isEmpty)
    }

    @Test func readdedEntityDoesNotReuseKeys() throws {
        try write()
        try folder.using(V2.self) { #expect(!$0.hasChanges) }
        try folder.using(V3.self) { context in
            let note = V3.Note("third")
            context.insert(note)
            try context.save()
            #expect(try #require(note.persistentModelID.integerKey) >= 3)
        }
    }

    private struct Refusal: Error {}

    private enum FailingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: { context in
                        try context.delete(model: V1.Page.self)
                        try context.save()
                        throw Refusal()
                    },
                    didMigrate: nil
                )
            ]
        }
    }

    @Test func failedMigrationKeepsExternalFiles() throws {
        try write()
        #expect(throws: Refusal.self) { try folder.using(V2.self, plan: FailingPlan.self) { _ in } }
        let found = try folder.using(V1.self) {
            try $0.fetch(FetchDescriptor<V1.Page>()).map(\.scan)
        }
        #expect(found == [scan])
    }

    @Test func migrationIncludesWriteAheadLogOfKilledProcess() throws {
        let killed = try TemporaryFolder()
        try folder.using(V1.self) { context in
            context.insert(V1.Note("in the log"))
            try context.save()
            for name in ["test.store", "test.store-wal"] {
                try FileManager.default.copyItem(
                    atPath: folder.path(name),
                    toPath: killed.path(name)
                )
            }
        }
        let notes = try killed.using(V1.self) { try $0.fetchCount(FetchDescriptor<V1.Note>()) }
        #expect(notes == 1)
        try FileManager.default.removeItem(at: killed.store)
        try FileManager.default.copyItem(at: folder.store, to: killed.store)
        #expect(try killed.using(V2.self) { try $0.fetchCount(FetchDescriptor<V2.Page>()) } == 0)
    }

    @Test func twoStoresMigrateIndependently() throws {
        func open(_ version: any VersionedSchema.Type, _ notes: any PersistentModel.Type) throws
            -> ModelContext
        {
            let configurations = [
                ModelConfiguration(url: folder.store),
                ModelConfiguration(
                    schema: Schema([notes]),
                    url: folder.url.appending(path: "notes.store")
                ),
            ]
            return ModelContext(
                try ModelContainer(
                    for: Schema(versionedSchema: version),
                    migrationPlan: TwoStorePlan.self,
                    configurations: configurations
                )
            )
        }
        do {
            let context = try open(V1.self, V1.Note.self)
            context.insert(V1.Page("heads", "bodies", scan))
            context.insert(V1.Note("first"))
            try context.save()
        }
        let context = try open(V3.self, V3.Note.self)
        #expect(try context.fetch(FetchDescriptor<V2.Page>()).map(\.head) == ["bodies"])
        #expect(try context.fetch(FetchDescriptor<V3.Note>()).map(\.text) == ["first"])
        #expect(folder.contains("test.store.backup"))
        #expect(!folder.contains("notes.store.backup"))
        let tokens = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            .map { $0.token.positions.count }
        #expect(tokens == [1, 2])
    }

    private enum TwoStorePlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V3.self] }
        static var stages: [MigrationStage] {
            [.lightweight(fromVersion: V1.self, toVersion: V3.self)]
        }
    }
}
