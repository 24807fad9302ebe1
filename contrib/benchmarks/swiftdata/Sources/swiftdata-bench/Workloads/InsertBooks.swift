// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

extension Workload {
    private static let count = 50_000

    /// Inserts rows with two to-one relationships and a to-many relationship of three rows.
    static let insertBooks = Workload(
        name: "insert books with relationships",
        goal: 2.5,
        count: count,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try BookStores.plain($0) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        try database.transaction {
                            try BookStores.insert(0..<count, into: database)
                        }
                        return count
                    }
                }
            ),
            Contender(
                library: .swiftData,
                prepare: { try BookStores.swiftData($0) },
                run: { path, stopwatch in
                    let context = ModelContext(try BookStores.container(path))
                    return try stopwatch.time {
                        try BookStores.insert(0..<count, into: context)
                        return count
                    }
                }
            ),
            Contender(
                library: .records,
                prepare: { try BookStores.plain($0) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        try queue.write { database in
                            for number in 0..<count {
                                var record = BookRecord(number)
                                try record.insert(database)
                                for genre in SampleBook.genres(number) {
                                    try BookGenreRecord(
                                        bookId: record.id ?? 0,
                                        genreId: Int64(genre + 1)
                                    ).insert(database)
                                }
                            }
                        }
                        return count
                    }
                }
            ),
        ]
    )
}
