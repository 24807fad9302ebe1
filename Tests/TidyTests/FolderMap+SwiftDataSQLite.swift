// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension FolderMap {
    static let swiftDataSQLite = FolderMap(
        path: "SwiftData/SQLite",
        order: [
            "Database", "Log", "SQL", "Functions", "VirtualTables", "Processes", "Metadata",
            "FullText",
            "Connection", "KeptReads", "Tables", "Query", "KnownStatements", "Encryption",
            "History", "Files", "Rows", "Sync", "Migration", "Verification", "Store",
        ]
    )
}
