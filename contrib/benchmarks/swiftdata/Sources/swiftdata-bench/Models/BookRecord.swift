// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import GRDB

/// Books and their relatives as rows of GRDB with hand-written coding.
struct BookRecord: FetchableRecord, MutablePersistableRecord, TableRecord {
    static let databaseTableName = "book"
    static let author = belongsTo(AuthorRecord.self)
    static let publisher = belongsTo(PublisherRecord.self)
    static let links = hasMany(BookGenreRecord.self)
    static let genres = hasMany(GenreRecord.self, through: links, using: BookGenreRecord.genre)

    var id: Int64?
    var title: String
    var pages: Int
    var authorId: Int64?
    var publisherId: Int64?

    init(_ number: Int) {
        title = SampleBook.title(number)
        pages = SampleBook.pages(number)
        authorId = Int64(SampleBook.author(number) + 1)
        publisherId = Int64(SampleBook.publisher(number) + 1)
    }

    init(row: Row) {
        id = row["id"]
        title = row["title"]
        pages = row["pages"]
        authorId = row["authorId"]
        publisherId = row["publisherId"]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["title"] = title
        container["pages"] = pages
        container["authorId"] = authorId
        container["publisherId"] = publisherId
    }

    mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }
}

struct AuthorRecord: FetchableRecord, TableRecord {
    static let databaseTableName = "author"

    let id: Int64
    let name: String

    init(row: Row) {
        id = row["id"]
        name = row["name"]
    }
}

struct PublisherRecord: FetchableRecord, TableRecord {
    static let databaseTableName = "publisher"

    let id: Int64
    let name: String

    init(row: Row) {
        id = row["id"]
        name = row["name"]
    }
}

struct GenreRecord: FetchableRecord, TableRecord {
    static let databaseTableName = "genre"

    let id: Int64
    let name: String

    init(row: Row) {
        id = row["id"]
        name = row["name"]
    }
}

struct BookGenreRecord: PersistableRecord, TableRecord {
    static let databaseTableName = "bookGenre"
    static let genre = belongsTo(GenreRecord.self)

    let bookId: Int64
    let genreId: Int64

    func encode(to container: inout PersistenceContainer) {
        container["bookId"] = bookId
        container["genreId"] = genreId
    }
}

/// A book with its relatives, as GRDB fetches them.
struct BookWithRelatives: FetchableRecord {
    let book: BookRecord
    let author: AuthorRecord
    let publisher: PublisherRecord
    let genres: [GenreRecord]

    init(row: Row) {
        book = BookRecord(row: row)
        author = row["author"]
        publisher = row["publisher"]
        genres = row["genres"]
    }
}
