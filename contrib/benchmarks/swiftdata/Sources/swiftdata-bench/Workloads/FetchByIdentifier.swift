// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

extension Workload {
    private static let rows = 20_000
    private static let numbers = (0..<10_000).map { $0 &* 7_919 % rows }

    /// Fetches single rows by their primary key.
    static let fetchByIdentifier = Workload(
        name: "fetch by identifier",
        goal: 1.5,
        count: numbers.count,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try ItemStores.plain($0, count: rows) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        let select = try database.prepare("SELECT * FROM item WHERE id = ?")
                        return try numbers.reduce(0) { sum, number in
                            select.bind(number + 1, at: 0)
                            guard try select.step() else { return sum }
                            defer { select.reset() }
                            return sum &+ PlainItem(select).rank
                        }
                    }
                }
            ),
            Contender(
                library: .swiftData,
                prepare: { try ItemStores.swiftData($0, count: rows) },
                run: { path, stopwatch in
                    let container = try ItemStores.container(path)
                    let identifiers = try ModelContext(container)
                        .fetchIdentifiers(FetchDescriptor<Item>())
                    let context = ModelContext(container)
                    return stopwatch.time {
                        numbers.reduce(0) { sum, number in
                            let item = context.model(for: identifiers[number]) as? Item
                            return sum &+ (item?.rank ?? 0)
                        }
                    }
                }
            ),
            Contender(
                library: .records,
                prepare: { try ItemStores.plain($0, count: rows) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        try queue.read { database in
                            try numbers.reduce(0) { sum, number in
                                let item = try ItemRecord.fetchOne(database, key: number + 1)
                                return sum &+ (item?.rank ?? 0)
                            }
                        }
                    }
                }
            ),
            Contender(
                library: .codable,
                prepare: { try ItemStores.plain($0, count: rows) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        try queue.read { database in
                            try numbers.reduce(0) { sum, number in
                                let item = try CodableItem.fetchOne(database, key: number + 1)
                                return sum &+ (item?.rank ?? 0)
                            }
                        }
                    }
                }
            ),
        ]
    )
}
