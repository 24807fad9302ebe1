// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

extension Workload {
    private static let samples = (0..<1_000).map { SampleItem($0) }

    /// Inserts each row in a transaction of its own.
    static let saveOne = Workload(
        name: "save one item",
        goal: 1.2,
        count: samples.count,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try ItemStores.plain($0) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        let insert = try database.prepare(PlainItem.insert)
                        for sample in samples {
                            try database.transaction {
                                PlainItem.bind(sample, to: insert)
                                _ = try insert.step()
                            }
                        }
                        return samples.count
                    }
                }
            ),
            Contender(
                library: .swiftData,
                prepare: { try ItemStores.swiftData($0) },
                run: { path, stopwatch in
                    let context = ModelContext(try ItemStores.container(path))
                    return try stopwatch.time {
                        for sample in samples {
                            context.insert(Item(sample))
                            try context.save()
                        }
                        return samples.count
                    }
                }
            ),
            Contender(
                library: .records,
                prepare: { try ItemStores.plain($0) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        for sample in samples {
                            try queue.write { database in
                                var record = ItemRecord(sample)
                                try record.insert(database)
                            }
                        }
                        return samples.count
                    }
                }
            ),
        ]
    )
}
