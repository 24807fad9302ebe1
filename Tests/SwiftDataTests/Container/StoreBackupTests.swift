// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Backups of open stores, with their external data.
struct StoreBackupTests {
    @Model final class Picture {
        var name: String
        @Attribute(.externalStorage) var pixels: Data
        init(_ name: String, _ byteCount: Int) {
            self.name = name
            pixels = Data(repeating: 7, count: byteCount)
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ configuration: ModelConfiguration) throws -> ModelContext {
        ModelContext(try ModelContainer(for: Picture.self, configurations: configuration))
    }

    private var backup: URL { folder.url.appending(path: "backup.store") }

    private func contents(of url: URL) throws -> [String: Int] {
        let pictures = try open(ModelConfiguration(url: url)).fetch(FetchDescriptor<Picture>())
        return Dictionary(uniqueKeysWithValues: pictures.map { ($0.name, $0.pixels.count) })
    }

    private var names: Set<String> {
        get throws {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path("")))
                .filter { !$0.contains("test.store") }
        }
    }

    @Test func backupHasTheExternalDataOfItsTime() throws {
        let context = try open(ModelConfiguration(url: folder.store))
        let picture = Picture("a", 50_000)
        context.insert(picture)
        context.insert(Picture("b", 60_000))
        try context.save()
        try context.container.backUp(to: backup)
        picture.pixels = Data(count: 70_000)
        try context.save()
        try context.delete(model: Picture.self, where: #Predicate { $0.name == "b" })
        try context.save()
        #expect(try contents(of: backup) == ["a": 50_000, "b": 60_000])
    }

    @Test func changesOfABackupLeaveTheStoreAlone() throws {
        let context = try open(ModelConfiguration(url: folder.store))
        context.insert(Picture("a", 50_000))
        try context.save()
        try context.container.backUp(to: backup)
        let copy = try open(ModelConfiguration(url: backup))
        try copy.delete(model: Picture.self)
        try copy.save()
        let pictures = try ModelContext(context.container).fetch(FetchDescriptor<Picture>())
        #expect(pictures.map(\.pixels.count) == [50_000])
    }

    @Test func existingFileIsNotReplaced() throws {
        let context = try open(ModelConfiguration(url: folder.store))
        context.insert(Picture("a", 50_000))
        try context.save()
        try context.container.backUp(to: backup)
        let before = try names
        context.insert(Picture("b", 50_000))
        try context.save()
        #expect(throws: StoreError.self) { try context.container.backUp(to: backup) }
        #expect(try names == before)
        #expect(try contents(of: backup) == ["a": 50_000])
    }

    @Test func storeInMemoryIsBackedUp() throws {
        let context = try open(ModelConfiguration(isStoredInMemoryOnly: true))
        context.insert(Picture("a", 50_000))
        try context.save()
        try context.container.backUp(to: backup)
        #expect(try contents(of: backup) == ["a": 50_000])
    }

    @Test func configurationIsChosenByName() throws {
        let context = try open(ModelConfiguration("pictures", url: folder.store))
        context.insert(Picture("a", 1))
        try context.save()
        try context.container.backUp(to: backup, configuration: "pictures")
        #expect(try contents(of: backup) == ["a": 1])
        let error = #expect(throws: SwiftDataError.self) {
            try context.container.backUp(to: backup, configuration: "songs")
        }
        #expect(error.map { "\($0)".contains("'songs'") } == true)
    }
}
