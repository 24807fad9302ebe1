// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

extension Workload {
    private static let count = 10_000

    /// Fetches all rows, changes a number of each, and saves them.
    static let updateItems = Workload(
        name: "update items",
        goal: 2.5,
        count: count,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try ItemStores.plain($0, count: count) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        let select = try database.prepare("SELECT * FROM item")
                        var items: [PlainItem] = []
                        while try select.step() { items.append(PlainItem(select)) }
                        let update = try database.prepare("UPDATE item SET rank = ? WHERE id = ?")
                        try database.transaction {
                            for item in items {
                                update.bind(item.rank + 1, at: 0)
                                update.bind(item.id, at: 1)
                                _ = try update.step()
                            }
                        }
                        return items.count
                    }
                }
            ),
            Contender(
                library: .swiftData,
                prepare: { try ItemStores.swiftData($0, count: count) },
                run: { path, stopwatch in
                    let context = ModelContext(try ItemStores.container(path))
                    return try stopwatch.time {
                        let items = try context.fetch(FetchDescriptor<Item>())
                        for item in items { item.rank += 1 }
                        try context.save()
                        return items.count
                    }
                }
            ),
            Contender(
                library: .records,
                prepare: { try ItemStores.plain($0, count: count) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        try queue.write { database in
                            let items = try ItemRecord.fetchAll(database)
                            for var item in items {
                                try item.updateChanges(database) { $0.rank += 1 }
                            }
                            return items.count
                        }
                    }
                }
            ),
            Contender(
                library: .codable,
                prepare: { try ItemStores.plain($0, count: count) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        try queue.write { database in
                            let items = try CodableItem.fetchAll(database)
                            for var item in items {
                                try item.updateChanges(database) { $0.rank += 1 }
                            }
                            return items.count
                        }
                    }
                }
            ),
        ]
    )
}
