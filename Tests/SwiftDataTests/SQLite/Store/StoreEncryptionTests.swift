// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The description of a store with encrypted attributes, which can be read without its key.
@Suite struct StoreEncryptionTests {
    enum PlainSchema: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static let models: [any PersistentModel.Type] = [Note.self]

        @Model final class Note {
            @Attribute(.preserveValueOnDeletion) var serial: Int
            @Attribute(.spotlight) var text: String
            init(_ serial: Int, _ text: String) {
                self.serial = serial
                self.text = text
            }
        }
    }

    private static let secret = "TOPSECRET"

    private let folder: TemporaryFolder
    private let key = ModelConfiguration.EncryptionKey.random()

    init() throws {
        folder = try TemporaryFolder()
        let context = try open(isEncrypted: false, nil)
        context.insert(PlainSchema.Note(1, Self.secret))
        let deleted = PlainSchema.Note(2, Self.secret)
        context.insert(deleted)
        try context.save()
        context.delete(deleted)
        try context.save()
    }

    /// The schema in which the text is encrypted instead of indexed.
    private func schema(isEncrypted: Bool) -> Schema {
        let schema = Schema(versionedSchema: PlainSchema.self)
        for attribute in schema.entity(for: PlainSchema.Note.self)?.attributes ?? []
        where isEncrypted && attribute.name == "text" {
            attribute.options = [.encrypt]
        }
        return schema
    }

    private func configuration(
        _ key: ModelConfiguration.EncryptionKey?,
        _ record: String? = nil
    ) -> ModelConfiguration {
        var configuration = ModelConfiguration(url: folder.store)
        configuration.encryptionKey = key
        configuration.keyRecord = record
        return configuration
    }

    private func open(
        isEncrypted: Bool,
        _ key: ModelConfiguration.EncryptionKey?,
        _ record: String? = nil
    ) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: schema(isEncrypted: isEncrypted),
                configurations: [configuration(key, record)]
            )
        )
    }

    private func serialsOfDeletedNotes(_ context: ModelContext) throws -> [Int?] {
        try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
            .flatMap(\.changes).compactMap { change in
                guard case .delete(let deletion) = change else { return nil }
                return (deletion as? DefaultHistoryDelete<PlainSchema.Note>)?
                    .tombstone[\.serial] as? Int
            }
    }

    private func filesWithSecret() throws -> [String] {
        let names = FileManager.default.enumerator(
            atPath: folder.url.path(percentEncoded: false)
        )
        return try #require(names).compactMap { $0 as? String }.filter { name in
            let content = try? Data(contentsOf: URL(filePath: folder.path(name)))
            return content?.firstRange(of: Data(Self.secret.utf8)) != nil
        }
    }

    @Test func plainStoresHaveNone() throws {
        #expect(try configuration(nil).storeEncryption() == nil)
        #expect(try configuration(nil).storeEncryption(.shared) == nil)
        #expect(
            try ModelConfiguration(url: folder.url.appending(path: "none.store"))
                .storeEncryption() == nil
        )
    }

    @Test func migrationsRecordTheTextWithTheKey() throws {
        do {
            let context = try open(isEncrypted: true, key, "wrapped")
            let notes = try context.fetch(FetchDescriptor<PlainSchema.Note>())
            #expect(notes.map(\.text) == [Self.secret])
        }
        let found = try #require(try configuration(nil).storeEncryption())
        #expect(found.keyRecord == "wrapped")
        #expect(found.lastTransaction == 2)
        #expect(UUID(uuidString: found.identifier) != nil)
        try configuration(nil).removePlainMigrationBackup()
        #expect(try filesWithSecret() == [])
    }

    @Test func storesWithoutEncryptionHaveNoKeyAgain() throws {
        #expect(try !open(isEncrypted: true, key, "wrapped").hasChanges)
        do {
            let context = try open(isEncrypted: false, key)
            #expect(try serialsOfDeletedNotes(context) == [2])
        }
        #expect(try configuration(nil).storeEncryption() == nil)
        do {
            let context = try open(isEncrypted: false, nil)
            let notes = try context.fetch(FetchDescriptor<PlainSchema.Note>())
            #expect(notes.map(\.text) == [Self.secret])
            #expect(try serialsOfDeletedNotes(context) == [2])
            let word = try FullTextQuery(Self.secret)
            #expect(try context.search(SearchDescriptor<PlainSchema.Note>(word)).count == 1)
        }
        // Another key can follow.
        let other = ModelConfiguration.EncryptionKey.random()
        #expect(try !open(isEncrypted: true, other, "other").hasChanges)
        #expect(try configuration(nil).storeEncryption()?.keyRecord == "other")
    }

    @Test func replacingTheTextRequiresTheKey() throws {
        #expect(try !open(isEncrypted: true, key, "wrapped").hasChanges)
        for wrong in [nil, ModelConfiguration.EncryptionKey.random()] {
            let error = #expect(throws: StoreError.self) {
                try configuration(wrong).replaceKeyRecord(by: "other")
            }
            #expect(error?.code == .encryptionKey)
        }
        #expect(try configuration(nil).storeEncryption()?.keyRecord == "wrapped")
        try configuration(key).replaceKeyRecord(by: "other")
        #expect(try configuration(nil).storeEncryption()?.keyRecord == "other")
    }

    @Test func backupsWithEncryptedValuesAreKept() throws {
        #expect(try !open(isEncrypted: true, key, "wrapped").hasChanges)
        #expect(try !open(isEncrypted: false, key).hasChanges)
        try configuration(nil).removePlainMigrationBackup()
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.path(percentEncoded: false)
        )
        #expect(names.contains { $0.hasSuffix(".backup") })
    }
}
