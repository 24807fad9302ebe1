// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import Synchronization
import Testing

/// Stores of version 1, which are migrated to the current version.
@Suite struct JournalMigrationPlanTests {
    private static let entryCount = 3_000
    private static let editedCount = 600
    private static let day = Date(timeIntervalSince1970: 1_795_000_000)

    /// Inserts a journal as the daemon of version 1 wrote it.
    private static func insertJournal(_ context: ModelContext) throws {
        typealias V1 = JournalSchemaV1
        let name = try Name("journal", .notebook)
        let notebook = V1.Notebook(uuid: uuid(1, 1), name: name, revision: 1)
        context.insert(notebook)
        let tag = V1.Tag(uuid: uuid(2, 1), name: try Name("garden", .tag), revision: 1)
        context.insert(tag)
        for number in 1...entryCount {
            let entry = V1.Entry(
                uuid: uuid(3, number),
                text: "entry \(number) about rain",
                moment: ZonedInstant(
                    milliseconds: day.milliseconds + Int64(number),
                    offsetMinutes: 60,
                    zone: "Europe/Berlin",
                    localDay: "2026-11-18"
                ),
                modifiedAt: day,
                starred: number % 10 == 0,
                revision: number,
                notebook: notebook
            )
            context.insert(entry)
            if number % 3 == 0 { entry.tags = [tag] }
            if number % 7 == 0 { entry.trashedAt = day }
            for edit in 0..<(number <= editedCount ? 2 : 0) {
                let earlier = V1.EarlierText(
                    text: "draft \(edit) of \(number)",
                    replacedAt: day.addingTimeInterval(Double(edit))
                )
                earlier.entry = entry
                context.insert(earlier)
            }
        }
    }

    private static func uuid(_ kind: UInt64, _ number: Int) -> UUID {
        UUID(high: kind, low: UInt64(number))
    }

    private func withStore<R>(_ body: (URL) throws -> R) throws -> R {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "journal-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "journal.store")
        let container = try ModelContainer(
            for: Schema(versionedSchema: JournalSchemaV1.self),
            configurations: ModelConfiguration("journal", url: url)
        )
        let context = ModelContext(container)
        try Self.insertJournal(context)
        try context.save()
        try container.close()
        return try body(url)
    }

    @Test func storesOfVersion1KeepEverything() throws {
        try withStore { url in
            let container = try JournalContainer.open(url)
            let context = ModelContext(container)
            #expect(try context.fetchCount(FetchDescriptor<Entry>()) == Self.entryCount)
            let seventh = Self.uuid(3, 210)
            let entry = try #require(
                try context.fetch(
                    FetchDescriptor<Entry>(predicate: #Predicate { $0.uuid == seventh })
                ).first
            )
            #expect(entry.text == "entry 210 about rain")
            #expect(entry.createdAt.milliseconds == Self.day.milliseconds + 210)
            #expect(entry.zone == "Europe/Berlin")
            #expect(entry.localDay == "2026-11-18")
            #expect(entry.starred)
            #expect(entry.trashedAt == Self.day)
            #expect(entry.revision == 210)
            #expect(entry.notebook?.name == "journal")
            #expect(entry.tags.map(\.name) == ["garden"])
            #expect(entry.attachments.isEmpty)
            #expect(
                entry.earlierTexts.sorted { $0.replacedAt < $1.replacedAt }.map(\.text)
                    == ["draft 0 of 210", "draft 1 of 210"]
            )
            let search = SearchDescriptor<Entry>(try FullTextQuery("2999"))
            #expect(try context.search(search).map(\.model.uuid) == [Self.uuid(3, 2999)])
            // The history is kept, so that subscriptions resume after the migration.
            #expect(try container.historyBounds().floor == 0)
            try container.close()
            #expect(FileManager.default.fileExists(atPath: url.path + ".backup"))
        }
    }

    @Test func earlierTextsGetIdentitiesThatCopiesOfTheStoreShare() throws {
        try withStore { url in
            let copy = url.deletingLastPathComponent().appending(path: "copy.store")
            try FileManager.default.copyItem(at: url, to: copy)
            let identities = try [url, copy].map { url in
                let container = try JournalContainer.open(url)
                let texts = try ModelContext(container).fetch(FetchDescriptor<EarlierText>())
                let identities = Dictionary(
                    texts.map { ($0.text, $0.uuid) },
                    uniquingKeysWith: { first, _ in first }
                )
                #expect(Set(texts.map(\.uuid)).count == 2 * Self.editedCount)
                try container.close()
                return identities
            }
            #expect(identities[0] == identities[1])
        }
    }

    @Test func equalTextsOfOneBatchGetDifferentIdentities() throws {
        let rehearsal = try MigrationRehearsal(
            of: JournalMigrationPlan.self,
            from: JournalSchemaV1.self
        ) { context in
            for _ in 1...3 {
                context.insert(JournalSchemaV1.EarlierText(text: "a", replacedAt: Self.day))
            }
        }
        try rehearsal.migrate(to: JournalSchemaV2.self) { context in
            let texts = try context.fetch(FetchDescriptor<EarlierText>())
            #expect(Set(texts.map(\.uuid)).count == 3)
        }
    }

    @Test func storesOfVersion2KeepEverythingAndGetSteps() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "journal-test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "journal.store")
        let old = try ModelContainer(
            for: Schema(versionedSchema: JournalSchemaV2.self),
            configurations: ModelConfiguration("journal", url: url)
        )
        try JournalContainer.ensureNotebook("kept", in: old)
        let last = try old.historyBounds().last
        try old.close()
        let container = try JournalContainer.open(url)
        let context = ModelContext(container)
        #expect(try NameLookup.notebook("kept", in: context) != nil)
        #expect(try container.historyBounds().last >= last)
        context.insert(
            StepPart(
                step: UUID(),
                revision: 1,
                place: .lastDone,
                total: 0,
                client: "a",
                command: "b",
                time: Self.day,
                content: StepContent().data
            )
        )
        try context.save()
        #expect(try StepLookup.newest(2, at: .lastDone, in: ModelContext(container)).count == 1)
        try container.close()
    }

    @Test func migrationIsAnnouncedOnce() throws {
        try withStore { url in
            let versions = Mutex<[Schema.Version]>([])
            for _ in 1...2 {
                try JournalContainer.open(url) { version in
                    versions.withLock { $0.append(version) }
                }.close()
            }
            let expected = [Schema.Version(2, 0, 0), Schema.Version(3, 0, 0)]
            #expect(versions.withLock { $0 } == expected)
        }
    }
}
