// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import SwiftDataCloud

/// There is no note with a text.
struct UnknownNote: Error, CustomStringConvertible {
    let text: String
    var description: String { "there is no note \"\(text)\"" }
}

/// The notes of one device: a folder with a store and the file of hubs.
///
/// A program for users has its store and the file in their usual places, and uses `container.sync`.
struct Device {
    static let hubName = "iCloud.org.example.notes"

    let hubs: HubDirectory
    let container: ModelContainer
    let context: ModelContext
    private let history: EventHistory

    /// Opens the notes in a folder, which is created if necessary.
    init(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        hubs = HubDirectory(file: folder.appending(path: "hubs"))
        container = try ModelContainer(
            for: Note.self,
            configurations: ModelConfiguration(
                "notes",
                url: folder.appending(path: "notes.store"),
                cloudKitDatabase: .private(Self.hubName)
            )
        )
        context = ModelContext(container)
        // Before the first use of `sync`, which starts the synchronization.
        history = EventHistory(ofStore: container.storeIdentifier(forConfigurationNamed: "notes"))
    }

    /// The synchronization.
    var sync: ContainerSync { container.sync(using: hubs) }

    // MARK: Notes

    /// Adds a note.
    func add(_ text: String, tags: [String] = []) throws {
        let note = Note(text)
        context.insert(note)
        note.tags = try tags.map { name in
            let known = FetchDescriptor<Tag>(predicate: #Predicate { $0.name == name })
            return try context.fetch(known).first ?? Tag(name)
        }
        try context.save()
    }

    /// Changes the note with a text.
    func change(_ text: String, _ body: (Note) -> Void) throws {
        let notes = FetchDescriptor<Note>(predicate: #Predicate { $0.text == text })
        guard let note = try context.fetch(notes).first else { throw UnknownNote(text: text) }
        body(note)
        try context.save()
    }

    /// Removes the note with a text.
    func remove(_ text: String) throws {
        try change(text) { context.delete($0) }
    }

    /// Describes the notes, the pinned ones first.
    func lines() throws -> [String] {
        let notes = try context.fetch(
            FetchDescriptor<Note>(sortBy: [SortDescriptor(\.created), SortDescriptor(\.text)])
        )
        return (notes.filter(\.isPinned) + notes.filter { !$0.isPinned }).map { note in
            let marks = (note.isPinned ? "^" : " ") + (note.isStarred ? "*" : " ")
            return ([marks, note.text] + note.tags.map(\.name).sorted().map { "#" + $0 })
                .joined(separator: " ")
        }
    }

    // MARK: Synchronization

    /// Settles all conflicts: the notes keep what they have.
    func settle() async throws {
        try await sync.now()
        for conflict in try await sync.conflicts() { try await sync.settle(conflict) }
        try await sync.now()
    }

    /// Exchanges changes, and returns what happened since the last call.
    func synchronize() async throws -> [String] {
        do {
            try await sync.now()
        } catch let error as CloudError where error.code == .noAccount {
            return ["account: \(sync.status.account)"]
        }
        let conflicts = try await sync.conflicts().map { conflict in
            "conflict: \(conflict.current.text ?? "") | \(conflict.other.text ?? "")"
        }
        return ["account: \(sync.status.account)"] + history.take() + conflicts
    }
}
