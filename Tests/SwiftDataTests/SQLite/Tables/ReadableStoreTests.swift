// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftData

/// The tables of a store as any SQLite program reads them.
struct ReadableStoreTests {
    private let folder: TemporaryFolder
    private let db: SQLiteDatabase

    init() throws {
        folder = try TemporaryFolder()
        let container = try ModelContainer(
            for: Schema(Library.types),
            configurations: [ModelConfiguration(url: folder.store)]
        )
        let context = ModelContext(container)
        let book = Library.Book("1", title: "Emma", author: Library.Author("Jane"))
        book.pages = 474
        book.genres = [Library.Genre("novel")]
        context.insert(book)
        context.insert(Library.Book("2", title: "Anonymous"))
        try context.save()
        try container.close()
        // A connection without the functions and collations of the framework.
        db = try SQLiteDatabase(folder.store.path(percentEncoded: false), access: .readOnly)
    }

    private func texts(_ sql: String) throws -> [String] {
        var texts: [String] = []
        try db.step(sql, binding: []) { row in row.text(0).map { texts.append($0) } }
        return texts
    }

    @Test func attributesAreColumnsUnderTheirOwnNames() throws {
        let titles = try texts(#"SELECT "title" FROM "Book" WHERE "pages" > 400"#)
        #expect(titles == ["Emma"])
        #expect(try texts(#"SELECT "format" FROM "Book" ORDER BY "_pk""#) == ["paper", "paper"])
        #expect(try texts(#"SELECT "size.width" FROM "Book" WHERE "_pk" = 1"#) == ["10.0"])
    }

    @Test func relationshipsCanBeJoined() throws {
        let byAuthor = """
            SELECT "Book"."title" FROM "Book" JOIN "Author" ON "Book"."author" = "Author"."_pk" \
            WHERE "Author"."name" = 'Jane'
            """
        #expect(try texts(byAuthor) == ["Emma"])
    }

    @Test func tablesOfModelsAreStrict() throws {
        let names = try texts("SELECT name FROM pragma_table_list WHERE strict ORDER BY name")
        #expect(Set(names).isSuperset(of: ["Author", "Book", "Desk", "Genre", "Note"]))
    }

    @Test func referencesAreForeignKeys() throws {
        let targets = try texts(#"SELECT "table" FROM pragma_foreign_key_list('Book')"#)
        #expect(targets == ["Author"])
        #expect(try texts(#"SELECT "table" FROM pragma_foreign_key_list('Note')"#) == ["Book"])
        let links = try texts(
            """
            SELECT k."table" FROM pragma_table_list AS t, pragma_foreign_key_list(t.name) AS k \
            WHERE t.name LIKE 'Book#_%' ESCAPE '#' OR t.name LIKE 'Genre#_%' ESCAPE '#' ORDER BY 1
            """
        )
        #expect(links == ["Book", "Genre"])
    }

    @Test func shellAnswersPlainQueries() throws {
        let shell = "/usr/bin/sqlite3"
        guard FileManager.default.isExecutableFile(atPath: shell) else { return }
        let process = Process()
        process.executableURL = URL(filePath: shell)
        let output = Pipe()
        process.standardOutput = output
        process.arguments = [
            "-readonly", folder.store.path(percentEncoded: false), "SELECT name FROM Author",
        ]
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(String(decoding: data, as: UTF8.self) == "Jane\n")
    }
}
