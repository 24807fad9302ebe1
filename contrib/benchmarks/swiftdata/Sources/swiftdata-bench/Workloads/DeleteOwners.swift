// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import GRDB
import SwiftData

extension Workload {
    private static let owners = 2_000
    private static let rows = owners * (OwnerStores.notes + 1)

    /// Fetches rows and deletes each with its related rows.
    static let deleteOwners = Workload(
        name: "delete owners with their notes",
        goal: 2,
        count: rows,
        contenders: [
            Contender(
                library: .sqlite,
                prepare: { try OwnerStores.plain($0, owners: owners) },
                run: { path, stopwatch in
                    let database = try PlainDatabase(path)
                    return try stopwatch.time {
                        let select = try database.prepare("SELECT id FROM owner")
                        var keys: [Int] = []
                        while try select.step() { keys.append(select.integer(at: 0)) }
                        let delete = try database.prepare("DELETE FROM owner WHERE id = ?")
                        try database.transaction {
                            for key in keys {
                                delete.bind(key, at: 0)
                                _ = try delete.step()
                            }
                        }
                        return keys.count
                    }
                }
            ),
            Contender(
                library: .swiftData,
                prepare: { try OwnerStores.swiftData($0, owners: owners) },
                run: { path, stopwatch in
                    let context = ModelContext(try OwnerStores.container(path))
                    return try stopwatch.time {
                        let owners = try context.fetch(FetchDescriptor<Owner>())
                        for owner in owners { context.delete(owner) }
                        try context.save()
                        return owners.count
                    }
                }
            ),
            Contender(
                library: .records,
                prepare: { try OwnerStores.plain($0, owners: owners) },
                run: { path, stopwatch in
                    let queue = try ItemStores.queue(path)
                    return try stopwatch.time {
                        try queue.write { database in
                            let owners = try OwnerRecord.fetchAll(database)
                            for owner in owners { try owner.delete(database) }
                            return owners.count
                        }
                    }
                }
            ),
        ]
    )
}
