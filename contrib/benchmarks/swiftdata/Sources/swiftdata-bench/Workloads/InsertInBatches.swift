// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension Workload {
    private static let batch = 1_000
    private static let count = 1_000_000

    /// Inserts a million rows, a thousand in each transaction.
    ///
    /// Run alone, with SwiftData only, the process must stay under 100 MB.
    static let insertInBatches = Workload(
        name: "insert in batches",
        goal: nil,
        count: count,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try ItemStores.plain($0) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        let insert = try database.prepare(PlainItem.insert)
                        for start in stride(from: 0, to: count, by: batch) {
                            try database.transaction {
                                for number in start..<start + batch {
                                    PlainItem.bind(SampleItem(number), to: insert)
                                    _ = try insert.step()
                                }
                            }
                        }
                        return count
                    }
                }
            ),
            Contender(
                library: .swiftData,
                prepare: { try ItemStores.swiftData($0) },
                run: { path, stopwatch in
                    let context = ModelContext(try ItemStores.container(path))
                    return try stopwatch.time {
                        for start in stride(from: 0, to: count, by: batch) {
                            for number in start..<start + batch {
                                context.insert(Item(SampleItem(number)))
                            }
                            try context.save()
                        }
                        return count
                    }
                }
            ),
        ]
    )
}
