// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftData

extension Workload {
    private static let count = 10_000

    /// Counts the rows of an empty table with a new predicate each time.
    ///
    /// The rest of the time is the translation, which should take under 20 µs.
    static let translatePredicates = Workload(
        name: "translate predicates",
        goal: nil,
        count: count,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try ItemStores.plain($0) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        let select = try database.prepare(
                            "SELECT count(*) FROM item WHERE rank > ? AND name = ? AND NOT isDone"
                        )
                        return try (0..<count).reduce(0) { sum, number in
                            select.bind(number, at: 0)
                            select.bind("Item", at: 1)
                            _ = try select.step()
                            defer { select.reset() }
                            return sum + select.integer(at: 0)
                        }
                    }
                }
            ),
            Contender(
                library: .swiftData,
                prepare: { try ItemStores.swiftData($0) },
                run: { path, stopwatch in
                    let context = ModelContext(try ItemStores.container(path))
                    return try stopwatch.time {
                        try (0..<count).reduce(0) { sum, number in
                            let name = "Item"
                            return sum
                                + (try context.fetchCount(
                                    FetchDescriptor<Item>(
                                        predicate: #Predicate {
                                            $0.rank > number && $0.name == name && !$0.isDone
                                        }
                                    )
                                ))
                        }
                    }
                }
            ),
        ]
    )
}
