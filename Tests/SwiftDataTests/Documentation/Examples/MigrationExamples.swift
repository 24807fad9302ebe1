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
        #expect(output.lines == Self.page?.blocks(of: "text").first)
        #expect(folder.contains("test.store.backup"))
    }

    private static let page = try? DocumentationPage(
        "Sources/SwiftData/SwiftData.docc/Migration.md"
    )

    @Test func previewPrintsStages() throws {
        let folder = try TemporaryFolder()
        let url = folder.store
        try folder.using(LibraryV1.self) { context in
            for title in ["Emma", "Persuasion"] {
                context.insert(LibraryV1.Book(title: title, writtenBy: "Jane Austen"))
            }
            try context.save()
        }
        let preview = try ModelContainer.migrationPreview(
            for: Schema(versionedSchema: LibraryV3.self),
            migrationPlan: LibraryPlan.self,
            url: url
        )
        for stage in preview.stages {
            print(stage)
        }
        let lines = output.lines.flatMap { $0.components(separatedBy: "\n") }
        #expect(lines == Self.page?.blocks(of: "text").last)
    }

    @Test func booksGetAuthors() throws {
        let rehearsal = try MigrationRehearsal(
            of: LibraryPlan.self,
            from: LibraryV1.self
        ) { context in
            context.insert(LibraryV1.Book(title: "Emma", writtenBy: "Jane Austen"))
        }
        try rehearsal.migrate(to: LibraryV2.self) { context in
            let books = try context.fetch(FetchDescriptor<LibraryV2.Book>())
            #expect(books.map(\.name) == ["Emma"])
        }
        try rehearsal.migrate(to: LibraryV3.self) { context in
            let authors = try context.fetch(FetchDescriptor<LibraryV3.Author>())
            #expect(authors.map(\.books.count) == [1])
        }
    }

    /// Stores of two versions, as programs with these versions would write them.
    struct Fixtures {
        private let folder: TemporaryFolder
        private var fixtures: URL { folder.url }

        init() throws {
            folder = try TemporaryFolder()
            try write("library-1.0.store", LibraryV1.self) {
                $0.insert(LibraryV1.Book(title: "Emma", writtenBy: "Jane Austen"))
            }
            try write("library-1.1.store", LibraryV2.self) {
                $0.insert(LibraryV2.Book(name: "Emma", writtenBy: "Jane Austen"))
            }
        }

        private func write(
            _ name: String,
            _ version: any VersionedSchema.Type,
            _ body: (ModelContext) -> Void
        ) throws {
            let container = try ModelContainer(
                for: Schema(versionedSchema: version),
                configurations: ModelConfiguration(url: fixtures.appending(path: name))
            )
            let context = ModelContext(container)
            body(context)
            try context.save()
        }

        @Test(arguments: ["library-1.0.store", "library-1.1.store"])
        func fixtureReachesTheLastVersion(name: String) throws {
            let fixture = fixtures.appending(path: name)
            let rehearsal = try MigrationRehearsal(of: LibraryPlan.self, onCopyOf: fixture)
            try rehearsal.migrateStepwise { version, context in
                #expect(context.container.schema.version == version.versionIdentifier)
            }
            #expect(try rehearsal.version == LibraryV3.versionIdentifier)
        }
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
