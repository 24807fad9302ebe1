// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData
import Testing

/// The code of the article *Migration*.
struct MigrationExamples: PrintingExample {
    let output = PrintedLines()

    enum LibraryV1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }

        @Model
        final class Book {
            var title: String
            var writtenBy: String

            init(title: String, writtenBy: String) {
                self.title = title
                self.writtenBy = writtenBy
            }
        }
    }

    enum LibraryV2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self] }

        @Model
        final class Book {
            @Attribute(originalName: "title") var name: String
            var writtenBy: String
            var copies = 1

            init(name: String, writtenBy: String) {
                self.name = name
                self.writtenBy = writtenBy
            }
        }
    }

    enum LibraryV3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Book.self, Author.self] }

        @Model
        final class Book {
            @Attribute(originalName: "title") var name: String
            var writtenBy: String
            var copies = 1
            var author: Author?

            init(name: String, writtenBy: String) {
                self.name = name
                self.writtenBy = writtenBy
            }
        }

        @Model
        final class Author {
            @Attribute(.unique) var name: String
            @Relationship(inverse: \Book.author) var books: [Book] = []

            init(name: String) {
                self.name = name
            }
        }
    }

    enum LibraryPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
            [LibraryV1.self, LibraryV2.self, LibraryV3.self]
        }

        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: LibraryV1.self, toVersion: LibraryV2.self),
                .custom(
                    fromVersion: LibraryV2.self,
                    toVersion: LibraryV3.self,
                    willMigrate: nil,
                    didMigrate: addAuthors
                ),
            ]
        }

        @Sendable private static func addAuthors(_ context: ModelContext) throws {
            let books = try context.fetch(FetchDescriptor<LibraryV3.Book>())
            for (name, books) in Dictionary(grouping: books, by: \.writtenBy) {
                let author = LibraryV3.Author(name: name)
                context.insert(author)
                author.books = books
            }
            try context.save()
        }
    }

    @Test func storeOfTheFirstVersionIsMigrated() throws {
        let folder = try TemporaryFolder()
        let url = folder.store
        try folder.using(LibraryV1.self) { context in
            for title in ["Emma", "Persuasion"] {
                context.insert(LibraryV1.Book(title: title, writtenBy: "Jane Austen"))
            }
            try context.save()
        }
        let container = try ModelContainer(
            for: Schema(versionedSchema: LibraryV3.self),
            migrationPlan: LibraryPlan.self,
            configurations: ModelConfiguration(url: url)
        )
        let context = ModelContext(container)
        for author in try context.fetch(FetchDescriptor<LibraryV3.Author>()) {
            print(author.name, author.books.map(\.name), author.books.map(\.copies))
        }
        let page = try DocumentationPage("Sources/SwiftData/SwiftData.docc/Migration.md")
        #expect(output.lines == page.blocks(of: "text").flatMap { $0 })
        #expect(folder.contains("test.store.backup"))
    }

    @Test func olderProgramRefusesTheStore() throws {
        let folder = try TemporaryFolder()
        let url = folder.store
        try folder.using(LibraryV2.self) { #expect(!$0.hasChanges) }
        do {
            _ = try ModelContainer(
                for: Schema(versionedSchema: LibraryV1.self),
                configurations: ModelConfiguration(url: url)
            )
        } catch SwiftDataError.backwardMigration {
            print("the store is newer than this program")
        }
        #expect(output.lines.count == 1)
    }
}
