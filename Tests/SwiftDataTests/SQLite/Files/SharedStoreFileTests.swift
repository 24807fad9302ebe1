// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Testing

@testable import SwiftData

/// Several containers of one process on the same file.
@Suite struct SharedStoreFileTests {
    @Model final class Picture {
        var name: String
        @Attribute(.externalStorage) var pixels: Data
        init(_ name: String, _ pixels: Data = Data()) {
            self.name = name
            self.pixels = pixels
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> ModelContext {
        let configuration = ModelConfiguration(url: folder.store)
        return ModelContext(try ModelContainer(for: Picture.self, configurations: configuration))
    }

    private func names(_ context: ModelContext) throws -> [String] {
        try context.fetch(FetchDescriptor<Picture>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    @Test func containersReadWhatTheOthersSave() throws {
        let (first, second) = (try open(), try open())
        first.insert(Picture("a"))
        try first.save()
        second.insert(Picture("b"))
        try second.save()
        #expect(try names(first) == ["a", "b"])
        #expect(try names(second) == ["a", "b"])
        #expect(
            try first.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == 2
        )
    }

    @Test func keysAreNotAssignedTwice() throws {
        let (first, second) = (try open(), try open())
        let pictures = (0..<20).map { Picture("\($0)") }
        for (index, picture) in pictures.enumerated() {
            (index.isMultiple(of: 2) ? first : second).insert(picture)
        }
        try second.save()
        try first.save()
        #expect(Set(pictures.map(\.persistentModelID)).count == 20)
        #expect(try names(try open()).count == 20)
    }

    @Test func containersWriteConcurrently() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let context = try open()
                    for index in 0..<25 {
                        context.insert(Picture("\(writer) \(index)", Data(count: 20_000)))
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        let pictures = try open().fetch(FetchDescriptor<Picture>())
        #expect(pictures.count == 100)
        #expect(pictures.allSatisfy { $0.pixels.count == 20_000 })
    }

    @Test func openingKeepsFilesThatAnotherContainerHasNotSavedYet() throws {
        let first = try open()
        first.insert(Picture("a", Data(count: 50_000)))
        try first.save()
        let second = try open()
        first.insert(Picture("b", Data(count: 60_000)))
        try first.save()
        let sizes = try second.fetch(FetchDescriptor<Picture>()).map(\.pixels.count)
        #expect(sizes.sorted() == [50_000, 60_000])
    }

    @Test func closingOneContainerLeavesTheOtherOpen() throws {
        let first = try open()
        do {
            let second = try open()
            second.insert(Picture("a"))
            try second.save()
            try second.container.close()
            #expect(throws: StoreError.self) { try names(second) }
        }
        first.insert(Picture("b"))
        try first.save()
        #expect(try names(first) == ["a", "b"])
    }

    @Test func fileOfAnotherProcessIsNotOpened() throws {
        // A second lock of the file is in the way of the container like that of another process.
        let lock = try LockFile(for: folder.store.resolvingSymlinksInPath())
        try lock.acquire()
        let error = #expect(throws: StoreError.self) { _ = try open() }
        #expect(error?.code == .locked)
        let process = ProcessInfo.processInfo.processIdentifier
        #expect(error?.message.contains("in use by process \(process) ") == true)
        lock.release()
        #expect(try names(open()) == [])
    }

    @Test func fileOfAnotherProcessIsNotOpenedWithoutItsLock() throws {
        try open().container.close()
        // Like the lock of another process, this one belongs to a descriptor of its own.
        let other = Glibc.open(folder.path("test.store"), O_RDWR | O_CLOEXEC)
        try #require(other >= 0)
        defer { close(other) }
        var request = flock()
        request.l_type = Int16(F_WRLCK)
        request.l_start = 1 << 62
        request.l_len = 1
        // `F_OFD_SETLK`
        try #require(fcntl(other, 37, &request) == 0)
        let error = #expect(throws: StoreError.self) { _ = try open() }
        #expect(error?.code == .locked)
        #expect(error?.message.contains("in use by another process;") == true)
        try FileManager.default.removeItem(atPath: folder.path("test.store.lock"))
        let copy = ModelConfiguration(url: folder.url.appending(path: "copy.store"))
        let source = ModelConfiguration(url: folder.store)
        let refusal = #expect(throws: StoreError.self) { try source.copyStore(to: copy.url) }
        #expect(refusal?.code == .locked)
        request.l_type = Int16(F_UNLCK)
        try #require(fcntl(other, 37, &request) == 0)
        #expect(try names(open()) == [])
        try source.copyStore(to: copy.url)
    }

    @Test func hardLinkOfAnOpenFileIsNotOpened() throws {
        let first = try open()
        first.insert(Picture("a"))
        try first.save()
        let link = folder.url.appending(path: "link.store")
        try FileManager.default.linkItem(at: folder.store, to: link)
        func openLink() throws -> ModelContainer {
            try ModelContainer(for: Picture.self, configurations: ModelConfiguration(url: link))
        }
        let error = #expect(throws: StoreError.self) { _ = try openLink() }
        #expect(error?.code == .locked)
        let process = ProcessInfo.processInfo.processIdentifier
        #expect(error?.message.contains("in use by process \(process) ") == true)
        first.insert(Picture("b"))
        try first.save()
        try first.container.close()
        #expect(try names(ModelContext(openLink())) == ["a", "b"])
    }

    @Test func migratedFileIsLockedInPlaceOfTheFormerOne() throws {
        try folder.writeFirstVersion()
        let context = try folder.open(TripsV2.self)
        try MainFileLock.requireFree(folder.path("test.store.backup"))
        #expect(throws: StoreError.self) {
            try MainFileLock.requireFree(folder.path("test.store"))
        }
        try context.container.close()
        try MainFileLock.requireFree(folder.path("test.store"))
    }

    @Test func failedMigrationLeavesOtherContainersUsable() throws {
        let first = try folder.open(TripsV1.self)
        first.insert(TripsV1.Trip(title: "Alps"))
        try first.save()
        #expect(throws: (any Error).self) {
            try ModelContainer(
                for: Schema([Picture.self], version: Schema.Version(9, 0, 0)),
                configurations: ModelConfiguration(url: folder.store)
            )
        }
        first.insert(TripsV1.Trip(title: "Andes"))
        try first.save()
        #expect(try first.fetchCount(FetchDescriptor<TripsV1.Trip>()) == 2)
    }

    @Test func containerOfAnEarlierSchemaReportsItsMigration() throws {
        let first = try folder.open(TripsV1.self)
        first.insert(TripsV1.Trip(title: "Alps"))
        try first.save()
        first.insert(TripsV1.Trip(title: "Andes"))
        let second = try folder.open(TripsV2.self)
        #expect(try second.fetch(FetchDescriptor<TripsV2.Trip>()).map(\.name) == ["Alps"])
        let error = #expect(throws: StoreError.self) { try first.save() }
        #expect(error?.code == .replaced)
        #expect(error?.message.contains("was migrated by another container") == true)
        #expect(first.hasChanges)
    }
}
