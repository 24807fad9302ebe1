// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Copies of open stores.
@Suite struct StoreCopyTests {
    private struct Stop: Error {}

    private let folder: TemporaryFolder
    private let context: ModelContext

    init() throws {
        folder = try TemporaryFolder()
        try folder.writeFirstVersion()
        context = try folder.open(TripsV1.self)
    }

    private var copy: URL { folder.url.appending(path: "copy") }

    private var names: Set<String> {
        get throws {
            Set(try folder.files().keys.filter { !$0.hasPrefix("test.store") })
        }
    }

    @Test func copyIsOneFileThatOnlyItsOwnerCanRead() throws {
        try context.container.copyStore(to: copy) {}
        #expect(try names == ["copy"])
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("copy"))
        #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
        let container = try ModelContainer(
            for: Schema(versionedSchema: TripsV1.self),
            configurations: ModelConfiguration(url: copy)
        )
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<TripsV1.Trip>()) == 2)
    }

    @Test func copyHasAnIdentityOfItsOwn() throws {
        try context.container.copyStore(to: copy) {}
        let container = try ModelContainer(
            for: Schema(versionedSchema: TripsV1.self),
            configurations: ModelConfiguration(url: copy)
        )
        let identifiers = [context, ModelContext(container)].map {
            $0.coordinator.stores[0].store.identifier
        }
        #expect(identifiers[0] != identifiers[1])
    }

    @Test func copyEqualsOneCommitWhileOthersAreMade() throws {
        let large = TripsV1.Trip(title: "large", note: String(repeating: "x", count: 10_000_000))
        context.insert(large)
        try context.save()
        var commitCount = 0
        try context.container.copyStore(to: copy) {
            commitCount += 1
            context.insert(TripsV1.Trip(title: "new"))
            large.title = "changed"
            try context.save()
        }
        #expect(commitCount > 1)
        let container = try ModelContainer(
            for: Schema(versionedSchema: TripsV1.self),
            configurations: ModelConfiguration(url: copy)
        )
        let trips = try ModelContext(container).fetch(FetchDescriptor<TripsV1.Trip>())
        #expect(trips.map(\.title).sorted() == ["Nörth", "South", "large"])
    }

    @Test func otherFilesBesideTheCopyRemain() throws {
        let others = ["copy.partial", "copy.partial-journal", "copy.partial-wal"]
        for name in others { try Data(name.utf8).write(to: folder.url.appending(path: name)) }
        try context.container.copyStore(to: copy) {}
        for name in others { #expect(try folder.files()[name] == Data(name.utf8)) }
        #expect(throws: StoreError.self) { try context.container.copyStore(to: copy) {} }
        #expect(try names == Set(others + ["copy"]))
    }

    /// Writes a file that was changed last some time ago.
    private func write(_ name: String, age: TimeInterval) throws {
        try Data(name.utf8).write(to: folder.url.appending(path: name))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)],
            ofItemAtPath: folder.path(name)
        )
    }

    @Test func leftoversOfInterruptedCopiesAreRemoved() throws {
        let leftover = ".0123456789abcdef.partial"
        let others = [".notes.partial", leftover + "-notes", "0123456789abcdef.partial"]
        for name in others + ["", "-journal", "-wal"].map({ leftover + $0 }) {
            try write(name, age: 7_200)
        }
        let recent = ".fedcba9876543210.partial"
        try write(recent, age: 60)
        try context.container.copyStore(to: copy) {}
        #expect(try names == Set(others + [recent, "copy"]))
    }

    @Test func copyThatAnotherProcessWritesIsNotRemoved() throws {
        let leftover = ".0123456789abcdef.partial"
        try StoreFile.withTemporary(in: folder.url) { partial in
            let written = partial.url.lastPathComponent
            try write(written, age: 7_200)
            try write(leftover, age: 7_200)
            try context.container.copyStore(to: copy) {}
            #expect(try names == ["copy", leftover, written])
            try partial.publish(as: folder.path("other"))
        }
        try context.container.copyStore(to: folder.url.appending(path: "third")) {}
        #expect(try names == ["copy", "other", "third"])
    }

    @Test func copyThatIsEndedLeavesNoFile() throws {
        #expect(throws: Stop.self) {
            try context.container.copyStore(to: copy) { throw Stop() }
        }
        #expect(try names == [])
        try context.container.copyStore(to: copy) {}
    }

    @Test func filesAreNotReplacedWithoutHardLinks() throws {
        let file = StoreFile(folder.url.appending(path: "new"))
        try Data("new".utf8).write(to: file.url)
        try Data("old".utf8).write(to: copy)
        let error = #expect(throws: StoreError.self) {
            try file.renameWithoutLinks(to: folder.path("copy"))
        }
        #expect(error?.message.contains("exists already") == true)
        #expect(try Data(contentsOf: copy) == Data("old".utf8))
        try file.renameWithoutLinks(to: folder.path("other"))
        #expect(try folder.files()["other"] == Data("new".utf8))
        #expect(!file.exists)
        #expect(throws: StoreError.self) {
            try file.renameWithoutLinks(to: folder.path("another"))
        }
        #expect(!folder.contains("another"))
    }
}
