// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

/// Stores of items, empty or with a number of them, for each library.
enum ItemStores {
    static let table = """
        CREATE TABLE item(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, detail TEXT NOT NULL,
            count INTEGER NOT NULL, rank INTEGER NOT NULL, price REAL NOT NULL,
            isDone INTEGER NOT NULL, createdAt REAL NOT NULL, identifier BLOB NOT NULL) STRICT;
        """

    static func plain(_ path: String, count: Int = 0) throws {
        let database = try PlainDatabase(path)
        try database.execute(table)
        let insert = try database.prepare(PlainItem.insert)
        try database.transaction {
            for number in 0..<count {
                PlainItem.bind(SampleItem(number), to: insert)
                _ = try insert.step()
            }
        }
    }

    /// Returns a queue with a connection that has the settings of SwiftData's stores.
    static func queue(_ path: String) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST")
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    static func container(_ path: String) throws -> ModelContainer {
        try ModelContainer(
            for: Item.self,
            configurations: StoreSharing.configuration(path)
        )
    }

    static func swiftData(_ path: String, count: Int = 0) throws {
        let context = ModelContext(try container(path))
        for number in 0..<count { context.insert(Item(SampleItem(number))) }
        try context.save()
    }
}
