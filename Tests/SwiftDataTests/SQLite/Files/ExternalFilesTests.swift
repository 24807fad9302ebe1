// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The external files of several stores in one directory.
final class ExternalFilesTests {
    @Model final class Picture {
        var name = "untitled"
        @Attribute(.externalStorage) var pixels: Data
        @Attribute(.externalStorage) var preview: Data?
        init(_ pixels: Data) { self.pixels = pixels }
    }

    private let folder: TemporaryFolder
    private let large = Data(repeating: 7, count: 100_000)

    init() throws { folder = try TemporaryFolder() }

    private func open(_ name: String) throws -> ModelContext {
        let configuration = ModelConfiguration(url: folder.url.appending(path: name))
        return ModelContext(try ModelContainer(for: Picture.self, configurations: configuration))
    }

    private func write(to name: String) throws {
        let context = try open(name)
        context.insert(Picture(large))
        try context.save()
    }

    private func sizes(in name: String) throws -> [Int] {
        try open(name).fetch(FetchDescriptor<Picture>()).map(\.pixels.count)
    }

    @Test func storesWithSameNameButDifferentExtensionsKeepSeparateFiles() throws {
        try write(to: "a.store")
        try write(to: "a.sqlite")
        #expect(try sizes(in: "a.store") == [large.count])
        #expect(try sizes(in: "a.sqlite") == [large.count])
    }

    @Test func newStoreKeepsExternalFilesOfMovedStore() throws {
        try write(to: "a.store")
        let (place, aside) = (folder.path("a.store"), folder.path("aside.store"))
        try FileManager.default.moveItem(atPath: place, toPath: aside)
        try write(to: "a.store")
        #expect(try sizes(in: "a.store") == [large.count])
        try FileManager.default.removeItem(atPath: place)
        try FileManager.default.moveItem(atPath: aside, toPath: place)
        #expect(try sizes(in: "a.store") == [large.count])
    }

    @Test func missingExternalFileFailsItsPropertyAndIsReported() throws {
        try write(to: "a.store")
        try FileManager.default.removeItem(atPath: folder.path(".a.store_external"))
        let context = try open("a.store")
        let picture = try #require(try context.fetch(FetchDescriptor<Picture>()).first)
        #expect(picture.name == "untitled")
        let (pixels, warnings) = collectingRuntimeWarnings { picture.pixels }
        #expect(pixels == Data())
        let warning = try #require(warnings.first)
        #expect(warning.contains("Picture.pixels"))
        #expect(warning.contains("could not read the file"))
        picture.name = "changed"
        try context.save()
        let other = ModelContext(context.container)
        #expect(try other.fetch(FetchDescriptor<Picture>()).map(\.name) == ["changed"])
    }

    @Test func externalFileIsReadWhenThePropertyIsRead() throws {
        try write(to: "a.store")
        let context = try open("a.store")
        let picture = try #require(try context.fetch(FetchDescriptor<Picture>()).first)
        let hidden = folder.path("hidden")
        let files = folder.path(".a.store_external")
        try FileManager.default.moveItem(atPath: files, toPath: hidden)
        let copy = try #require(try context.fetch(FetchDescriptor<Picture>()).first)
        #expect(copy === picture)
        try FileManager.default.moveItem(atPath: hidden, toPath: files)
        #expect(picture.pixels == large)
    }

    @Test func readValueFollowsTheSaveOfAnotherContext() throws {
        let context = try open("a.store")
        let picture = Picture(large)
        context.insert(picture)
        try context.save()
        #expect(picture.pixels == large)
        let other = ModelContext(context.container)
        let copy = try #require(try other.fetch(FetchDescriptor<Picture>()).first)
        let larger = Data(repeating: 9, count: 200_000)
        copy.pixels = larger
        try other.save()
        context.processPendingChanges()
        #expect(picture.pixels == larger)
    }

    @Test func queriesOverUnsavedChangesSeeThatAnExternalValueExists() throws {
        let context = try open("a.store")
        let (first, second) = (Picture(large), Picture(large))
        (first.preview, second.preview) = (large, nil)
        context.insert(first)
        context.insert(second)
        try context.save()
        let other = ModelContext(context.container)
        for picture in try other.fetch(FetchDescriptor<Picture>()) { picture.name = "changed" }
        let found = try other.fetch(
            FetchDescriptor<Picture>(predicate: #Predicate { $0.preview != nil })
        )
        #expect(found.map(\.persistentModelID) == [first.persistentModelID])
    }

    @Model final class Scan {
        @Attribute(.unique, .externalStorage) var data: Data
        var name: String
        init(_ data: Data, name: String) {
            self.data = data
            self.name = name
        }
    }

    @Test(arguments: [10, 100_000])
    func uniqueValueIsComparedWhateverItsSize(size: Int) throws {
        let configuration = ModelConfiguration(url: folder.url.appending(path: "scans.store"))
        let container = try ModelContainer(for: Scan.self, configurations: configuration)
        let context = ModelContext(container)
        for name in ["a", "b"] {
            context.insert(Scan(Data(count: size), name: name))
            try context.save()
        }
        let scans = try ModelContext(container).fetch(FetchDescriptor<Scan>())
        #expect(scans.map(\.name) == ["b"])
        #expect(scans.map(\.data.count) == [size])
        #expect(!folder.contains(".scans.store_external"))
    }

    @Test func filesOfACommitToAStoreThatWasRenamedAreKept() throws {
        let context = try open("a.store")
        context.insert(Picture(large))
        let (place, aside) = (folder.path("a.store"), folder.path("aside.store"))
        try FileManager.default.moveItem(atPath: place, toPath: aside)
        #expect(throws: StoreError.self) { try context.save() }
        try FileManager.default.moveItem(atPath: aside, toPath: place)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: folder.path(".a.store_external")
        )
        #expect(names.count == 1)
    }
}
