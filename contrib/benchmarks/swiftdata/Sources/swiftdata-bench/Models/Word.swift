// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

@Model
final class Word {
    #Index<Word>([\.text])
    var text: String
    var uses: Int

    init(_ text: String) {
        self.text = text
        uses = 1
    }
}

struct WordRecord: FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "word"
    static let table = """
        CREATE TABLE word(id INTEGER PRIMARY KEY, text TEXT NOT NULL, uses INTEGER NOT NULL) STRICT;
        CREATE INDEX word_on_text ON word(text);
        """

    var id: Int64?
    var text: String
    var uses: Int

    init(_ text: String) {
        self.text = text
        uses = 1
    }

    init(row: Row) {
        id = row["id"]
        text = row["text"]
        uses = row["uses"]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["text"] = text
        container["uses"] = uses
    }

    mutating func didInsert(_ inserted: InsertionSuccess) {
        id = inserted.rowID
    }
}
