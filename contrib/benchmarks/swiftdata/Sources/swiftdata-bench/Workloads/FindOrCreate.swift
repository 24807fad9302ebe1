// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

extension Workload {
    /// Every third word occurs a second time.
    private static let texts = (0..<10_000).map { "word \($0 % 3 == 2 ? $0 - 1 : $0)" }

    /// Finds a word by its text and counts it, or inserts it; saves once at the end.
    static let findOrCreate = Workload(
        name: "find or create words",
        goal: 3,
        count: texts.count,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try PlainDatabase($0).execute(WordRecord.table) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        let select = try database.prepare(
                            "SELECT id, uses FROM word WHERE text = ?"
                        )
                        let insert = try database.prepare("INSERT INTO word VALUES (NULL, ?, 1)")
                        let update = try database.prepare("UPDATE word SET uses = ? WHERE id = ?")
                        var created = 0
                        try database.transaction {
                            for text in texts {
                                select.bind(text, at: 0)
                                if try select.step() {
                                    update.bind(select.integer(at: 1) + 1, at: 0)
                                    update.bind(select.integer(at: 0), at: 1)
                                    select.reset()
                                    _ = try update.step()
                                } else {
                                    insert.bind(text, at: 0)
                                    _ = try insert.step()
                                    created += 1
                                }
                            }
                        }
                        return created
                    }
                }
            ),
            Contender(
                library: .swiftData,
                run: { path, stopwatch in
                    let context = ModelContext(
                        try ModelContainer(
                            for: Word.self,
                            configurations: StoreSharing.configuration(path)
                        )
                    )
                    return try stopwatch.time {
                        var created = 0
                        for text in texts {
                            var descriptor = FetchDescriptor<Word>(
                                predicate: #Predicate { $0.text == text }
                            )
                            descriptor.fetchLimit = 1
                            if let word = try context.fetch(descriptor).first {
                                word.uses += 1
                            } else {
                                context.insert(Word(text))
                                created += 1
                            }
                        }
                        try context.save()
                        return created
                    }
                }
            ),
            Contender(
                library: .records,
                prepare: { try PlainDatabase($0).execute(WordRecord.table) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        try queue.write { database in
                            var created = 0
                            for text in texts {
                                let request = WordRecord.filter(Column("text") == text)
                                if var word = try request.fetchOne(database) {
                                    try word.updateChanges(database) { $0.uses += 1 }
                                } else {
                                    var word = WordRecord(text)
                                    try word.insert(database)
                                    created += 1
                                }
                            }
                            return created
                        }
                    }
                }
            ),
        ]
    )
}
