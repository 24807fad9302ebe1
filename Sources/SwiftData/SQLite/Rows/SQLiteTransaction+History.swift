// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SQLiteTransaction {
    /// The maximum number of recorded transactions; the oldest are deleted as new ones are
    /// recorded.
    static let historyLimit: Int64 = 100_000
    private static let trimmingInterval: Int64 = 1_024

    /// The numbers of the recorded transactions; nil without any.
    var recordedTransactions: ClosedRange<Int64>? {
        nextTransaction > firstTransaction ? firstTransaction + 1...nextTransaction : nil
    }

    func record(_ entry: HistoryEntry) throws -> Int64? {
        nextTransaction &+= 1
        let number = nextTransaction
        try database().run(
            HistorySQL.insertTransaction,
            [
                .integer(number), .real(Date.now.timeIntervalSinceReferenceDate),
                entry.author.map { .text($0) } ?? .null, .text(HistorySQL.process),
            ]
        )
        for (sequence, run) in entry.runs.enumerated() {
            try statement(&changeInsertion, HistorySQL.insertChange).run {
                let tombstone = try resources.recorded(run)
                try HistorySQL.bind(
                    run,
                    tombstone: tombstone,
                    transaction: number,
                    sequence: sequence,
                    to: $0
                )
            }
        }
        try recordPairs(of: number)
        if number % Self.trimmingInterval == 0, number > Self.historyLimit {
            try deleteHistory(through: number - Self.historyLimit, author: nil)
        }
        return number
    }

    /// Records the pairs of join tables that changed since the last record.
    private func recordPairs(of transaction: Int64) throws {
        let database = try database()
        let changes = database.pairLog.takeAll()
        guard !changes.isEmpty else { return }
        try database.run(PairHistorySQL.create, [])
        var (sequence, rest) = (PairHistorySQL.firstSequence, changes[...])
        while let first = rest.first {
            let row = rest.prefix(PairHistorySQL.maximumCount).prefix {
                $0.table == first.table && $0.isPresent == first.isPresent
            }
            rest = rest[row.endIndex...]
            let relationship = resources.layout.relationship(ofJoinTable: first.table)
            try database.run(
                PairHistorySQL.insert,
                [
                    .integer(transaction), .integer(sequence),
                    .text(relationship.entity.name), .text(relationship.property.name),
                    .integer(first.isPresent ? 1 : 0), PairHistorySQL.text(of: row.map(\.pair)),
                ]
            )
            sequence += 1
        }
    }

    func deleteHistory(through transaction: Int64, author: String?) throws {
        let database = try database()
        let last = try min(transaction, nextTransaction, lastCaptured(in: database))
        try HistorySQL.delete(through: last, author: author, in: database)
        try recordLastTransaction(in: database)
    }

    func deleteHistory(_ transactions: [Int64], keepsTokens: Bool) throws {
        let database = try database()
        let captured = try lastCaptured(in: database)
        try HistorySQL.delete(
            transactions.filter { $0 <= captured },
            keepsTokens: keepsTokens,
            in: database
        )
        try recordLastTransaction(in: database)
    }

    func setCaptureCursor(_ cursor: HistoryCursor?) throws {
        let database = try database()
        guard let cursor else {
            return try StoreMetadata.remove(StoreMetadata.Name.captureCursor, in: database)
        }
        try read { try $0.historyBounds().check(cursor) }
        try StoreMetadata.set(
            StoreMetadata.Name.captureCursor,
            to: cursor.recorded,
            in: database
        )
    }

    /// Returns the number of the last transaction that may be deleted.
    private func lastCaptured(in database: SQLiteDatabase) throws -> Int64 {
        try StoreMetadata.captureCursor(in: database)?.transaction ?? .max
    }

    /// Records the last transaction number, which is never reused, even if the history is deleted.
    private func recordLastTransaction(in database: SQLiteDatabase) throws {
        try StoreMetadata.set(
            StoreMetadata.Name.lastTransaction,
            to: String(nextTransaction),
            in: database
        )
    }
}
