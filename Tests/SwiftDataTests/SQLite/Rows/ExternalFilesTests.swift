// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The external files of several stores in one directory.
final class ExternalFilesTests {
    @Model final class Picture {
        @Attribute(.externalStorage) var pixels: Data
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

    @Test func missingExternalFileIsReportedWithItsProperty() throws {
        try write(to: "a.store")
        try FileManager.default.removeItem(atPath: folder.path(".a.store_external"))
        let error = #expect(throws: StoreError.self) { _ = try sizes(in: "a.store") }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("Picture.pixels") == true)
    }
}
