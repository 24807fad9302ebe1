// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// Migrations in processes that are killed, and the backup of the old store.
struct InterruptedMigrationTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.using(V1.self) { context in
            for number in 0..<3 {
                context.insert(V1.Picture("P\(number)", Self.image(number)))
            }
            try context.save()
        }
    }

    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Picture.self] }

        @Model final class Picture {
            var name: String
            @Attribute(.externalStorage) var image: Data
            init(_ name: String, _ image: Data) {
                self.name = name
                self.image = image
            }
        }
    }

    /// A version that keeps the image in the row, so that no external file is needed.
    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Picture.self] }

        @Model final class Picture {
            @Attribute(originalName: "name") var title: String
            var image: Data
            init() {
                title = ""
                image = Data()
            }
        }
    }

    /// A plan with a stage that terminates the process before or after the table changes.
    private enum KilledBefore: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: { context in
                        try context.delete(model: V1.Picture.self)
                        try context.save()
                        kill(getpid(), SIGKILL)
                    },
                    didMigrate: nil
                )
            ]
        }
    }

    private enum KilledAfter: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self,
                    toVersion: V2.self,
                    willMigrate: nil,
                    didMigrate: { context in
                        try context.delete(model: V2.Picture.self)
                        try context.save()
                        kill(getpid(), SIGKILL)
                    }
                )
            ]
        }
    }

    private static func image(_ number: Int) -> Data {
        Data(repeating: UInt8(number), count: 40_000)
    }

    private static func migrate(_ path: String, _ plan: (any SchemaMigrationPlan.Type)?) throws {
        _ = try ModelContainer(
            for: Schema(versionedSchema: V2.self),
            migrationPlan: plan,
            configurations: [ModelConfiguration(url: URL(filePath: path))]
        )
    }

    private func expectOldStore(at url: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: V1.self),
            configurations: [ModelConfiguration(url: url)]
        )
        let pictures = try ModelContext(container).fetch(
            FetchDescriptor<V1.Picture>(sortBy: [SortDescriptor(\.name)])
        )
        #expect(pictures.map(\.name) == ["P0", "P1", "P2"])
        #expect(pictures.map(\.image) == (0..<3).map(Self.image))
    }

    private func expectNewStore() throws {
        let pictures = try folder.open(V2.self).fetch(
            FetchDescriptor<V2.Picture>(sortBy: [SortDescriptor(\.title)])
        )
        #expect(pictures.map(\.title) == ["P0", "P1", "P2"])
        #expect(pictures.map(\.image) == (0..<3).map(Self.image))
        #expect(!folder.contains("test.store.migrating"))
    }

    @Test func killBeforeTableChangesLeavesOldStore() async throws {
        let path = folder.path("test.store")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try Self.migrate(path, KilledBefore.self)
        }
        #expect(folder.contains("test.store.migrating"))
        try expectOldStore(at: folder.store)
        try expectNewStore()
    }

    @Test func killAfterTableChangesLeavesOldStore() async throws {
        let path = folder.path("test.store")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            try Self.migrate(path, KilledAfter.self)
        }
        #expect(folder.contains("test.store.migrating"))
        try expectOldStore(at: folder.store)
        try expectNewStore()
    }

    /// Kills the process as soon as a file exists; the exact point depends on the machine.
    @Test(arguments: [".migrating", ".backup_external", ".backup", ""])
    func killAtAnyPointLeavesOneIntactStore(suffix: String) async throws {
        let path = folder.path("test.store")
        let sign =
            suffix.hasSuffix("_external") ? folder.path(".test.store\(suffix)") : path + suffix
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, sign = sign as String] in
            let killer = Thread {
                while access(sign, F_OK) != 0 { sched_yield() }
                kill(getpid(), SIGKILL)
            }
            if sign != path { killer.start() }
            try Self.migrate(path, nil)
            kill(getpid(), SIGKILL)
        }
        try expectNewStore()
    }

    @Test func backupIncludesExternalFiles() throws {
        try Self.migrate(folder.path("test.store"), nil)
        try expectNewStore()
        // The migrated store no longer refers to external files.
        let own = try FileManager.default.contentsOfDirectory(
            atPath: folder.path(".test.store_external")
        )
        try expectOldStore(at: folder.url.appending(path: "test.store.backup"))
        #expect(own.isEmpty)
    }

    @Test func backupHardLinkedToStoreIsRemoved() throws {
        let (store, backup) = (folder.path("test.store"), folder.path("test.store.backup"))
        try FileManager.default.linkItem(atPath: store, toPath: backup)
        try FileManager.default.copyItem(atPath: store, toPath: store + ".migrating")
        try expectOldStore(at: folder.store)
        #expect(!folder.contains("test.store.backup"))
        try expectNewStore()
        try expectOldStore(at: folder.url.appending(path: "test.store.backup"))
    }
}
