// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

extension Workload {
    private static let count = 100_000

    /// Fetches all rows and reads a text and a number of each.
    static let fetchItems = Workload(
        name: "fetch items",
        goal: 1.3,
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
                        return items.reduce(0) { $0 &+ $1.name.utf8.count &+ $1.rank }
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
                        return items.reduce(0) { $0 &+ $1.name.utf8.count &+ $1.rank }
                    }
                }
            ),
            Contender(
                library: .records,
                prepare: { try ItemStores.plain($0, count: count) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        let items = try queue.read { try ItemRecord.fetchAll($0) }
                        return items.reduce(0) { $0 &+ $1.name.utf8.count &+ $1.rank }
                    }
                }
            ),
            Contender(
                library: .codable,
                prepare: { try ItemStores.plain($0, count: count) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        let items = try queue.read { try CodableItem.fetchAll($0) }
                        return items.reduce(0) { $0 &+ $1.name.utf8.count &+ $1.rank }
                    }
                }
            ),
        ]
    )
}
