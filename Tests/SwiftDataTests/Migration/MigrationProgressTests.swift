// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Synchronization
import Testing

@testable import SwiftData

struct MigrationProgressTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Reading.self] }

        @Model final class Reading {
            var value: Int
            var note: String
            init(_ value: Int, note: String) {
                self.value = value
                self.note = note
            }
        }
    }

    /// A version whose rows are written again.
    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Reading.self] }

        @Model final class Reading {
            @Attribute(originalName: "value") var number: Int
            var note: String
            init(_ number: Int, note: String) {
                self.number = number
                self.note = note
            }
        }
    }

    private final class Count: Sendable {
        private let count = Mutex(0)
        var value: Int { count.withLock { $0 } }
        func increment() { count.withLock { $0 += 1 } }
    }

    private func open(_ version: any VersionedSchema.Type) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(versionedSchema: version),
            configurations: ModelConfiguration(url: folder.url.appending(path: "progress.store"))
        )
    }

    /// Returns the number of reports while a store with some readings is opened.
    private func reports(
        _ readingCount: Int,
        note: String,
        openedAs version: any VersionedSchema.Type
    ) throws -> Int {
        let container = try open(V1.self)
        let context = ModelContext(container)
        for value in 0..<readingCount { context.insert(V1.Reading(value, note: note)) }
        try context.save()
        try container.close()
        let count = Count()
        try MigrationProgress.$current.withValue(MigrationProgress { count.increment() }) {
            try open(version).close()
        }
        return count.value
    }

    @Test func statementsOfMigrationReportProgress() throws {
        // The copy itself is one step, so the others are those of the rows.
        #expect(try reports(20_000, note: "", openedAs: V2.self) > 3)
    }

    @Test func copyForMigrationReportsProgress() throws {
        // Few rows for statements, and 20 MiB for the copy.
        let note = String(repeating: "x", count: 1 << 20)
        #expect(try reports(20, note: note, openedAs: V2.self) >= 5)
    }

    @Test func storesThatNeedNoMigrationReportNothing() throws {
        #expect(try reports(20, note: "", openedAs: V1.self) == 0)
    }
}
