// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

@Model
final class Owner {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Note.owner) var notes: [Note] = []

    init(_ name: String) {
        self.name = name
    }
}

@Model
final class Note {
    var text: String
    var owner: Owner?

    init(_ text: String, owner: Owner) {
        self.text = text
        self.owner = owner
    }
}

struct OwnerRecord: FetchableRecord, PersistableRecord, Identifiable {
    static let databaseTableName = "owner"

    let id: Int64
    let name: String

    init(row: Row) {
        id = row["id"]
        name = row["name"]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["name"] = name
    }
}

/// Stores of owners with four notes each.
enum OwnerStores {
    static let notes = 4
    static let tables = """
        CREATE TABLE owner(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE note(
            id INTEGER PRIMARY KEY, text TEXT NOT NULL,
            owner INTEGER REFERENCES owner(id) ON DELETE CASCADE) STRICT;
        CREATE INDEX note_on_owner ON note(owner);
        """

    static func plain(_ path: String, owners: Int) throws {
        let database = try PlainDatabase(path)
        try database.execute(tables)
        let owner = try database.prepare("INSERT INTO owner VALUES (?, ?)")
        let note = try database.prepare("INSERT INTO note VALUES (NULL, ?, ?)")
        try database.transaction {
            for number in 0..<owners {
                owner.bind(number + 1, at: 0)
                owner.bind("Owner \(number)", at: 1)
                _ = try owner.step()
                for index in 0..<notes {
                    note.bind("Note \(index) of owner \(number)", at: 0)
                    note.bind(number + 1, at: 1)
                    _ = try note.step()
                }
            }
        }
    }

    static func container(_ path: String) throws -> ModelContainer {
        try ModelContainer(
            for: Owner.self,
            configurations: StoreSharing.configuration(path)
        )
    }

    static func swiftData(_ path: String, owners: Int) throws {
        let context = ModelContext(try container(path))
        for number in 0..<owners {
            let owner = Owner("Owner \(number)")
            context.insert(owner)
            for index in 0..<notes {
                context.insert(Note("Note \(index) of owner \(number)", owner: owner))
            }
        }
        try context.save()
    }
}
