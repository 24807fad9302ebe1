// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// Removal and replacement of the file of an open store.
@Suite struct StoreFileReplacementTests {
    private let folder: TemporaryFolder
    private var store: URL { folder.url.appending(path: "a.store") }

    init() throws { folder = try TemporaryFolder() }

    private func open(_ url: URL) throws -> ModelContainer {
        try ModelContainer(for: Project.self, configurations: ModelConfiguration(url: url))
    }

    @Test func savingToRemovedFileThrows() throws {
        let context = ModelContext(try open(store))
        context.insert(Project(name: "before"))
        try context.save()
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: store.path + suffix)
        }
        context.insert(Project(name: "after"))
        #expect {
            try context.save()
        } throws: {
            ($0 as? StoreError)?.code == .replaced
        }
        #expect(context.hasChanges)
    }

    @Test func savingToReplacedFileThrows() throws {
        let context = ModelContext(try open(store))
        try Data("another".utf8).write(to: store, options: .atomic)
        context.insert(Project(name: "after"))
        #expect {
            try context.save()
        } throws: {
            ($0 as? StoreError)?.code == .replaced
        }
    }

    @Test func symbolicLinkResolvesToItsStore() throws {
        let link = folder.url.appending(path: "link.store")
        do {
            let context = ModelContext(try open(store))
            context.insert(Project(name: "House"))
            try context.save()
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store)
            let other = ModelContext(try open(link))
            other.insert(Project(name: "Castle"))
            try other.save()
            #expect(try context.fetch(FetchDescriptor<Project>()).count == 2)
        }
        #expect(try ModelContext(open(link)).fetch(FetchDescriptor<Project>()).count == 2)
    }
}
