// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SchemaSnapshot {
    /// Saves the snapshot in the metadata of a store.
    func write(to db: SQLiteDatabase) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(self), as: UTF8.self)
        try StoreMetadata.set(StoreMetadata.Name.shape, to: json, in: db)
        try StoreMetadata.set(StoreMetadata.Name.shapeHash, to: hash, in: db)
        try StoreMetadata.set(StoreMetadata.Name.version, to: version.description, in: db)
    }

    /// Returns the snapshot in the metadata of a store, or `nil`.
    static func read(from db: SQLiteDatabase) throws -> SchemaSnapshot? {
        guard let json = try StoreMetadata.value(StoreMetadata.Name.shape, in: db) else {
            return nil
        }
        return try? JSONDecoder().decode(SchemaSnapshot.self, from: Data(json.utf8))
    }
}
