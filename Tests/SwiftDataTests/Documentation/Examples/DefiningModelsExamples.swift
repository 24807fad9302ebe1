// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Defining models*.
struct DefiningModelsExamples: PrintingExample {
    let output = PrintedLines()

    enum Genre: String, Codable {
        case novel, poetry, travel
    }

    struct Dimensions: Codable {
        var width: Double
        var height: Double
    }

    @Model
    final class Book {
        #Unique<Book>([\.publisher, \.number])
        #Index<Book>([\.year], [\.genre, \.title])

        @Attribute(.unique) var isbn: String
        @Attribute(.spotlight) var title: String
        @Attribute(.externalStorage) var cover: Data?
        @Attribute(originalName: "synopsis") var summary: String = ""
        var year: Int
        var genre: Genre?
        var size: Dimensions?
        var keywords: [String] = []
        var publisher: String
        var number: Int
        @Transient var isSelected = false

        init(isbn: String, title: String, year: Int, publisher: String, number: Int) {
            self.isbn = isbn
            self.title = title
            self.year = year
            self.publisher = publisher
            self.number = number
        }
    }

    @Model
    final class Library {
        var name: String
        @Relationship(deleteRule: .cascade, inverse: \Shelf.library) var shelves: [Shelf] = []
        @Relationship(deleteRule: .deny, inverse: \Member.library) var members: [Member] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Shelf {
        var label: String
        var library: Library?

        init(label: String) {
            self.label = label
        }
    }

    @Model
    final class Member {
        var name: String
        var library: Library
        @Relationship(maximumModelCount: 2, inverse: \Course.members) var courses: [Course] = []

        init(name: String, library: Library) {
            self.name = name
            self.library = library
        }
    }

    @Model
    final class Course {
        var title: String
        var members: [Member] = []

        init(title: String) {
            self.title = title
        }
    }

    @Model
    final class Diary {
        @Attribute(.encrypt) var text: String

        init(text: String) {
            self.text = text
        }
    }

    @Model
    final class Playlist {
        @Relationship(.ordered, inverse: \Song.playlists) var songs: [Song] = []

        init() {}
    }

    @Model
    final class Song {
        var title: String
        var playlists: [Playlist] = []

        init(title: String) {
            self.title = title
        }
    }

    private func makeContext(
        _ types: any PersistentModel.Type...,
        collision: ModelConfiguration.UniqueCollision = .update
    ) throws -> ModelContext {
        var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        configuration.uniqueCollision = collision
        return ModelContext(
            try ModelContainer(for: Schema(types), configurations: [configuration])
        )
    }

    private func book(_ isbn: String, _ title: String, number: Int) -> Book {
        Book(isbn: isbn, title: title, year: 1905, publisher: "Arnold", number: number)
    }

    @Test func everyKindOfAttributeComesBack() throws {
        let context = try makeContext(Book.self)
        let howards = book("0-11", "Howards End", number: 1)
        howards.genre = .novel
        howards.size = Dimensions(width: 12.5, height: 19)
        howards.keywords = ["England", "houses"]
        howards.cover = Data(repeating: 7, count: 100_000)
        howards.isSelected = true
        context.insert(howards)
        try context.save()

        let other = ModelContext(context.container)
        let stored = try #require(try other.fetch(FetchDescriptor<Book>()).first)
        #expect(stored.genre == .novel)
        #expect(stored.size?.height == 19)
        #expect(stored.keywords == ["England", "houses"])
        #expect(stored.cover?.count == 100_000)
        #expect(!stored.isSelected)
    }

    @Test func equalUniqueValueUpdatesTheStoredModel() throws {
        let context = try makeContext(Book.self)
        context.insert(book("0-14", "A Room with a View", number: 3))
        try context.save()
        context.insert(book("0-14", "A Room with a View (revised)", number: 3))
        try context.save()
        for book in try context.fetch(FetchDescriptor<Book>()) { print(book.title) }
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/DefiningModels.md")
        #expect(output.lines == page.blocks(of: "text").first)
    }

    /// Only compiled: it would change the data of the user.
    private func takeTheKeyOfTheDevice() throws {
        let exported = try ModelConfiguration.EncryptionKey.ofDevice().rawRepresentation
        // On the other device:
        try ModelConfiguration.EncryptionKey(exported).useForDevice()
    }

    @Test func encryptedAttributesNeedAKey() throws {
        let folder = try TemporaryFolder()
        let url = folder.store
        let secret = Data(repeating: 1, count: 32)
        var store = ModelConfiguration(url: url)
        store.encryptionKey = try ModelConfiguration.EncryptionKey(secret)
        let container = try ModelContainer(for: Diary.self, configurations: store)

        let context = ModelContext(container)
        context.insert(Diary(text: "Dear diary"))
        try context.save()
        let diary = try #require(try context.fetch(FetchDescriptor<Diary>()).first)
        let text = try context.value(of: \.text, in: diary)
        #expect(text == "Dear diary")
    }

    @Test func containerCanRejectAnEqualUniqueValue() throws {
        let folder = try TemporaryFolder()
        let url = folder.store
        var store = ModelConfiguration(url: url)
        store.uniqueCollision = .reject
        let container = try ModelContainer(for: Book.self, configurations: store)

        let context = ModelContext(container)
        context.insert(book("0-14", "A Room with a View", number: 3))
        try context.save()
        context.insert(book("0-15", "Maurice", number: 3))
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.code == .notUnique)
    }

    @Test func bothEndsOfARelationshipAgree() throws {
        let context = try makeContext(Library.self)
        let library = Library(name: "Town library")
        context.insert(library)
        let shelf = Shelf(label: "A")
        shelf.library = library
        print(library.shelves.map(\.label))

        library.shelves.removeAll()
        print(shelf.library == nil)

        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/DefiningModels.md")
        #expect(output.lines == page.blocks(of: "text").dropFirst().first)
    }

    @Test func rulesOfRelationshipsAreCheckedWhenSaving() throws {
        let context = try makeContext(Library.self)
        let library = Library(name: "Town library")
        context.insert(library)
        let member = Member(name: "Ada", library: library)
        context.insert(member)
        member.courses = ["Binding", "Printing", "Paper"].map { Course(title: $0) }
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        member.courses.removeLast()
        try context.save()

        context.delete(library)
        do {
            try context.save()
        } catch SwiftDataError.modelValidationFailure {
            context.rollback()
        }
        #expect(try context.fetchCount(FetchDescriptor<Library>()) == 1)
    }

    @Test func orderedRelationshipKeepsTheOrderOfItsArray() throws {
        let context = try makeContext(Playlist.self)
        let playlist = Playlist()
        context.insert(playlist)
        playlist.songs = ["One", "Two", "Three"].map { Song(title: $0) }
        playlist.songs.swapAt(0, 2)
        try context.save()

        let stored = try ModelContext(context.container).fetch(FetchDescriptor<Playlist>())
        #expect(stored.first?.songs.map(\.title) == ["Three", "Two", "One"])
    }

    @Test func relationshipIsCountedAndExtendedWithoutLoadingIt() throws {
        let context = try makeContext(Library.self)
        let library = Library(name: "Town library")
        context.insert(library)
        let count = try context.fetchCount(\.shelves, of: library)
        try context.append(Shelf(label: "B"), to: \.shelves, of: library)
        #expect(count == 0)
        #expect(library.shelves.map(\.label) == ["B"])
    }
}
