// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// Attributes whose stored values cannot be read.
struct UnreadableValueTests {
    enum Mood: String, Codable {
        case good, bad
    }

    @Model final class Note {
        var serial: Int
        @Attribute(.encrypt) var text: String
        var mood = Mood.good
        @Attribute(.ephemeral) var isShown = false
        var author: Author?
        init(_ serial: Int, _ text: String) {
            self.serial = serial
            self.text = text
        }
    }

    @Model final class Author {
        var name = ""
        init() {}
    }

    private let folder: TemporaryFolder
    private let key = ModelConfiguration.EncryptionKey.random()

    init() throws { folder = try TemporaryFolder() }

    private func context() throws -> ModelContext {
        var configuration = ModelConfiguration(url: folder.store)
        configuration.encryptionKey = key
        return ModelContext(try ModelContainer(for: Note.self, configurations: configuration))
    }

    /// Writes a note and changes its row with SQL.
    private func prepare(_ change: String) throws {
        do {
            let context = try context()
            context.insert(Note(1, "one"))
            try context.save()
        }
        let db = try SQLiteDatabase(folder.store.path(percentEncoded: false), access: .readWrite)
        try db.execute(change)
    }

    private func storedText() throws -> String? {
        let db = try SQLiteDatabase(folder.store.path(percentEncoded: false), access: .readOnly)
        var text: String?
        try db.step("SELECT hex(text) FROM Note", binding: []) { text = $0.text(0) }
        return text
    }

    private static let damage = "UPDATE Note SET text = randomblob(length(text))"

    @Test func valueThatCannotBeDecryptedIsAnError() throws {
        try prepare(Self.damage)
        let context = try context()
        let note = try #require(context.fetch(FetchDescriptor<Note>()).first)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.value(of: \.text, in: note)
        }
        #expect(explanation(of: error).contains("Note.text"))
        #expect(explanation(of: error).contains("decrypted"))
        #expect(try context.value(of: \.serial, in: note) == 1)
        let (text, warnings) = collectingRuntimeWarnings { note.text }
        #expect(text == "")
        #expect(warnings.count == 1)
        // Reading the property does not make the placeholder its value.
        #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.value(of: \.text, in: note)
        }
    }

    @Test func valueOfAnotherTypeIsAnError() throws {
        try prepare("UPDATE Note SET mood = 'indifferent'")
        let context = try context()
        let note = try #require(context.fetch(FetchDescriptor<Note>()).first)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.value(of: \.mood, in: note)
        }
        #expect(explanation(of: error).contains("Note.mood"))
        #expect(try context.value(of: \.text, in: note) == "one")
    }

    @Test func textThatIsNotUTF8IsAnError() throws {
        do {
            let context = try context()
            let author = Author()
            author.name = "Bauer"
            context.insert(author)
            try context.save()
        }
        do {
            let db = try SQLiteDatabase(
                folder.store.path(percentEncoded: false),
                access: .readWrite
            )
            try db.execute("UPDATE Author SET name = CAST(x'4261FF657200' AS TEXT)")
        }
        let context = try context()
        let author = try #require(context.fetch(FetchDescriptor<Author>()).first)
        let error = #expect(throws: SwiftDataError.modelValidationFailure) {
            try context.value(of: \.name, in: author)
        }
        #expect(explanation(of: error).contains("Author.name"))
        #expect(explanation(of: error).contains("text that is not valid UTF-8"))
        let (name, warnings) = collectingRuntimeWarnings { author.name }
        #expect(name == "")
        #expect(warnings.count == 1)
        author.name = "Bauer"
        try context.save()
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<Author>())
        #expect(stored.map(\.name) == ["Bauer"])
    }

    @Test func savingOtherPropertiesKeepsTheStoredValue() throws {
        try prepare(Self.damage)
        let stored = try storedText()
        do {
            let context = try context()
            let note = try #require(context.fetch(FetchDescriptor<Note>()).first)
            note.serial = 2
            _ = collectingRuntimeWarnings { note.text }
            #expect(try context.fetch(FetchDescriptor<Note>()).map(\.serial) == [2])
            try context.save()
            #expect(throws: SwiftDataError.modelValidationFailure) {
                try context.value(of: \.text, in: note)
            }
        }
        #expect(try storedText() == stored)
    }

    @Test func assignedValueReplacesTheUnreadableOne() throws {
        try prepare(Self.damage)
        let context = try context()
        let note = try #require(context.fetch(FetchDescriptor<Note>()).first)
        note.text = "again"
        #expect(try context.value(of: \.text, in: note) == "again")
        try context.save()
        let stored = try ModelContext(context.container).fetch(FetchDescriptor<Note>())
        #expect(stored.map(\.text) == ["again"])
    }

    @Test func valuesWithoutARowAreReturned() throws {
        let context = try context()
        let note = Note(1, "one")
        context.insert(note)
        #expect(try context.value(of: \.text, in: note) == "one")
        try context.save()
        let other = ModelContext(context.container)
        let same = try #require(other.fetch(FetchDescriptor<Note>()).first)
        #expect(try other.value(of: \.isShown, in: same) == false)
    }

    @Test func valueOfADeletedRowIsAnError() throws {
        let context = try context()
        let note = Note(1, "one")
        context.insert(note)
        try context.save()
        let other = ModelContext(context.container)
        var descriptor = FetchDescriptor<Note>()
        descriptor.propertiesToFetch = [\.serial]
        let partial = try #require(other.fetch(descriptor).first)
        context.delete(note)
        try context.save()
        #expect(throws: SwiftDataError.self) { try other.value(of: \.text, in: partial) }
    }

    @Test func otherKeyPathsAndModelsAreRefused() throws {
        let context = try context()
        let note = Note(1, "one")
        context.insert(note)
        let calls: [() throws -> Void] = [
            { _ = try context.value(of: \.author, in: note) },
            { _ = try context.value(of: \.text.count, in: note) },
            { _ = try context.value(of: \.text, in: Note(2, "two")) },
        ]
        for call in calls { #expect(throws: SwiftDataError.unsupportedKeyPath) { try call() } }
    }
}
