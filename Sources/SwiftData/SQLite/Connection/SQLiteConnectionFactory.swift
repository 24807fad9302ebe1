// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB

/// Opens the database connections of a store.
enum SQLiteConnectionFactory {
    /// Opens a connection pool, or a single connection for a store in memory.
    static func open(_ configuration: ModelConfiguration) throws -> any DatabaseWriter {
        var settings = Configuration()
        settings.label = "swiftdata.\(configuration.name)"
        settings.readonly = !configuration.allowsSave
        settings.foreignKeysEnabled = true
        settings.maximumReaderCount = 8
        settings.prepareDatabase { db in
            try SQLFunctions.install(in: db)
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
            try db.execute(sql: "PRAGMA trusted_schema = ON")
        }
        guard !configuration.isStoredInMemoryOnly else {
            return try DatabaseQueue(configuration: settings)
        }
        let path = configuration.url.path(percentEncoded: false)
        let pool = try DatabasePool(path: path, configuration: settings)
        if configuration.allowsSave {
            try pool.writeWithoutTransaction { db in
                // A reply means that the write is durable: each commit syncs the WAL file.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // Overwrites deleted content with zeros where that needs no additional I/O.
                try db.execute(sql: "PRAGMA secure_delete = FAST")
            }
        }
        return pool
    }
}
