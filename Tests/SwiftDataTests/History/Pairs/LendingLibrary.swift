// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

@testable import SwiftData

/// A store with all kinds of relationships that have a join table, and what its tables contain.
struct LendingLibrary {
    @Model final class Bookcase {
        @Relationship(deleteRule: .cascade, inverse: \Volume.bookcase) var volumes: [Volume]

        init() { volumes = [] }
    }

    @Model final class Volume {
        @Attribute(.unique) var code: Int
        var title: String
        var bookcase: Bookcase?
        var borrowers: [Borrower]

        init(_ code: Int, title: String = "") {
            self.code = code
            self.title = title
            borrowers = []
        }
    }

    @Model final class Borrower {
        @Attribute(.preserveValueOnDeletion) var name: String
        var age: Int
        @Relationship(inverse: \Volume.borrowers) var volumes: [Volume]
        @Relationship(inverse: \Borrower.admirers) var friends: [Borrower]
        var admirers: [Borrower]
        /// Without an inverse.
        var fines: [Fine]

        init(_ name: String) {
            self.name = name
            age = 0
            volumes = []
            friends = []
            admirers = []
            fines = []
        }
    }

    @Model final class Fine {
        var amount: Int

        init(_ amount: Int) { self.amount = amount }
    }

    let container: ModelContainer

    init(_ url: URL? = nil) throws {
        let configuration =
            url.map { ModelConfiguration(url: $0) }
            ?? ModelConfiguration(isStoredInMemoryOnly: true)
        container = try ModelContainer(
            for: Bookcase.self,
            Volume.self,
            Borrower.self,
            Fine.self,
            configurations: configuration
        )
    }

    /// A pair in a join table.
    struct Pair: Hashable {
        let relationship: String
        let left: Int64
        let right: Int64
    }

    private var store: SQLiteStore {
        get throws {
            guard let store = container.coordinator.stores[0].store as? SQLiteStore else {
                throw StoreError(.failed, "the container has another store")
            }
            return store
        }
    }

    /// Calls `body` with the connection that writes.
    func writing<R>(_ body: (SQLiteDatabase) throws -> R) throws -> R {
        try store.pool.write(body)
    }

    /// The pairs in all join tables.
    func pairs() throws -> Set<Pair> {
        let store = try store
        return try store.pool.read { db in
            var pairs: Set<Pair> = []
            for table in store.layout.joinTables {
                let text: SQLText = """
                    SELECT \(identifier: table.leftColumn), \(identifier: table.rightColumn) \
                    FROM \(identifier: table.name)
                    """
                try db.step(text) { row in
                    pairs.insert(
                        Pair(
                            relationship: table.name,
                            left: row.integer(0),
                            right: row.integer(1)
                        )
                    )
                }
            }
            return pairs
        }
    }

    /// The values of all rows, by property.
    func rows() throws -> [PersistentIdentifier: [String: _ColumnValue]] {
        let store = try store
        return try store.pool.read { db in
            var rows: [PersistentIdentifier: [String: _ColumnValue]] = [:]
            for table in store.layout.tables {
                let names = table.columns.map { table.entity.properties[$0.property].name }
                let columns = ([TableLayout.key] + table.columns.map(\.name))
                    .map(SQLText.quoted).joined(separator: ", ")
                let sql = "SELECT \(columns) FROM \(SQLText.quoted(table.name))"
                try db.step(sql, binding: []) { row in
                    let identifier = PersistentIdentifier(
                        entityName: table.entity.name,
                        storeIdentifier: store.identifier,
                        key: row.integer(0)
                    )
                    let values = names.indices.map { row.value(Int32($0 + 1)) }
                    rows[identifier] = Dictionary(uniqueKeysWithValues: zip(names, values))
                }
            }
            return rows
        }
    }

    /// The history after a transaction, with changed pairs.
    func history(after transaction: Int64) throws -> [HistoryRecord] {
        try store.read(for: StoreClient()) { session in
            var request = HistoryRequest(after: transaction)
            request.includesPairs = true
            return try session.history(request)
        }
    }

    var lastTransaction: Int64 {
        get throws { try container.historyBounds().last }
    }
}

extension LendingLibrary.Pair {
    init(_ pair: HistoryRecord.Pair) {
        let relationship = pair.relationship
        self.init(
            relationship: "\(relationship.entityName)_\(relationship.propertyName)",
            left: pair.left.integerKey ?? 0,
            right: pair.right.integerKey ?? 0
        )
    }
}
