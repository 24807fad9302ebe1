// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Stores of which a page is damaged.
struct DamagedStoreTests {
    @Model final class Parcel {
        @Attribute(.spotlight) var label: String
        init(_ label: String) { self.label = label }
    }

    @Model final class Note {
        @Attribute(.externalStorage) var content: Data
        init(_ content: Data) { self.content = content }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> ModelContext {
        let configuration = ModelConfiguration(url: folder.store)
        return ModelContext(
            try ModelContainer(for: Parcel.self, Note.self, configurations: configuration)
        )
    }

    /// Saves a parcel and a note, and overwrites the first page of the table of notes.
    private func damageNotes() throws {
        do {
            let context = try open()
            context.insert(Parcel("glass"))
            context.insert(Note(Data(count: ExternalFiles.inlineLimit + 1)))
            try context.save()
            try context.container.close()
        }
        let database = try SQLiteDatabase(
            folder.store.path(percentEncoded: false),
            access: .readOnly
        )
        let root: SQLText = "SELECT rootpage FROM sqlite_schema WHERE name = 'Note'"
        let page = try #require(try database.integer(root))
        let size = try #require(try database.integer("PRAGMA page_size"))
        let file = try FileHandle(forUpdating: folder.store)
        try file.seek(toOffset: UInt64((page - 1) * size))
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size)))
        try file.close()
    }

    private func externalFiles() throws -> [String] {
        try folder.files().keys.filter { $0.contains("/") }
    }

    @Test func intactTablesOfADamagedStoreAreRead() throws {
        try damageNotes()
        let context = try open()
        #expect(try context.fetch(FetchDescriptor<Parcel>()).map(\.label) == ["glass"])
        let glass = SearchDescriptor<Parcel>(try FullTextQuery("glass"))
        #expect(try context.search(glass).count == 1)
        let error = #expect(throws: StoreError.self) {
            try context.fetch(FetchDescriptor<Note>())
        }
        #expect(error?.code == .damaged)
    }

    @Test func searchOfADamagedStoreFindsAllRowsWithoutAWrite() throws {
        try damageNotes()
        // As after a crash: the index lacks the only row.
        try StoreFile(folder.store).write { database in
            try database.execute("INSERT INTO Parcel_search(Parcel_search) VALUES ('delete-all')")
            try StoreMetadata.set(
                StoreMetadata.Name.unindexedAfter("Parcel"),
                to: "0",
                in: database
            )
        }
        let content = try Data(contentsOf: folder.store)
        do {
            let context = try open()
            let glass = SearchDescriptor<Parcel>(try FullTextQuery("glass"))
            #expect(try context.search(glass).map(\.model.label) == ["glass"])
            let count = try context.readSnapshot(isSearched: true) {
                try context.searchIdentifiers(glass).count
            }
            #expect(count == 1)
            try context.container.close()
        }
        #expect(try Data(contentsOf: folder.store) == content)
    }

    @Test func nothingIsWrittenToADamagedStore() throws {
        try damageNotes()
        let files = try externalFiles()
        try #require(files.count == 1)
        let context = try open()
        context.insert(Parcel("paper"))
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .damaged)
        #expect(try externalFiles() == files)
        let other = ModelContext(context.container)
        #expect(try other.fetch(FetchDescriptor<Parcel>()).map(\.label) == ["glass"])
    }
}
