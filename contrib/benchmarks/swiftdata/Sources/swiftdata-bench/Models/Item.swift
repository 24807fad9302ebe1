// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

@Model
final class Item {
    var name: String
    var detail: String
    var count: Int
    var rank: Int
    var price: Double
    var isDone: Bool
    var createdAt: Date
    var identifier: UUID

    init(_ sample: SampleItem) {
        name = sample.name
        detail = sample.detail
        count = sample.count
        rank = sample.rank
        price = sample.price
        isDone = sample.isDone
        createdAt = sample.createdAt
        identifier = sample.identifier
    }
}

/// The item as a row of GRDB with hand-written coding.
struct ItemRecord: FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "item"

    var id: Int64?
    var name: String
    var detail: String
    var count: Int
    var rank: Int
    var price: Double
    var isDone: Bool
    var createdAt: Double
    var identifier: UUID

    init(_ sample: SampleItem) {
        name = sample.name
        detail = sample.detail
        count = sample.count
        rank = sample.rank
        price = sample.price
        isDone = sample.isDone
        createdAt = sample.createdAt.timeIntervalSinceReferenceDate
        identifier = sample.identifier
    }

    init(row: Row) {
        id = row["id"]
        name = row["name"]
        detail = row["detail"]
        count = row["count"]
        rank = row["rank"]
        price = row["price"]
        isDone = row["isDone"]
        createdAt = row["createdAt"]
        identifier = row["identifier"]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
        container["detail"] = detail
        container["count"] = count
        container["rank"] = rank
        container["price"] = price
        container["isDone"] = isDone
        container["createdAt"] = createdAt
        container["identifier"] = identifier
    }

    mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }
}

/// The item as a GRDB row that is coded with `Codable`.
struct CodableItem: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "item"

    var id: Int64?
    var name: String
    var detail: String
    var count: Int
    var rank: Int
    var price: Double
    var isDone: Bool
    var createdAt: Double
    var identifier: UUID

    init(_ sample: SampleItem) {
        name = sample.name
        detail = sample.detail
        count = sample.count
        rank = sample.rank
        price = sample.price
        isDone = sample.isDone
        createdAt = sample.createdAt.timeIntervalSinceReferenceDate
        identifier = sample.identifier
    }

    mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }
}

/// The item as a value that is read from, and bound to, statements of plain SQLite.
struct PlainItem {
    var id: Int
    var name: String
    var detail: String
    var count: Int
    var rank: Int
    var price: Double
    var isDone: Bool
    var createdAt: Date
    var identifier: UUID

    static let insert = "INSERT INTO item VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)"

    init(_ row: PlainStatement) {
        id = row.integer(at: 0)
        name = row.text(at: 1)
        detail = row.text(at: 2)
        count = row.integer(at: 3)
        rank = row.integer(at: 4)
        price = row.real(at: 5)
        isDone = row.integer(at: 6) != 0
        createdAt = Date(timeIntervalSinceReferenceDate: row.real(at: 7))
        identifier = row.uuid(at: 8)
    }

    static func bind(_ sample: SampleItem, to statement: PlainStatement) {
        statement.bind(sample.name, at: 0)
        statement.bind(sample.detail, at: 1)
        statement.bind(sample.count, at: 2)
        statement.bind(sample.rank, at: 3)
        statement.bind(sample.price, at: 4)
        statement.bind(sample.isDone ? 1 : 0, at: 5)
        statement.bind(sample.createdAt.timeIntervalSinceReferenceDate, at: 6)
        statement.bind(sample.identifier, at: 7)
    }
}
