// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import GRDB

/// Opens the connections of a store.
enum SQLiteConnectionFactory {
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
                // An answer means that the write is on disk: the log is synced with each commit.
                try db.execute(sql: "PRAGMA synchronous = FULL")
                // Overwrites deleted text where that costs no extra writing.
                try db.execute(sql: "PRAGMA secure_delete = FAST")
            }
        }
        return pool
    }
}
