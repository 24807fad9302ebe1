// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLite
import Glibc

/// Inserts the daemon's rows into the same tables and indexes, with prepared statements.
struct RawInserts {
    /// The way in which texts are added to the full-text index.
    enum Indexing {
        /// By triggers, as in the FTS5 manual.
        case triggers
        /// By separate statements, as in the daemon, which makes FTS5 write less.
        case statements
    }

    /// A way to write the rows.
    struct Way: Hashable {
        /// The number of entries per transaction.
        let batch: Int
        let indexing: Indexing
    }

    let copy: StoreCopy
    let directory: String

    /// Returns the entries per second.
    func rate(_ way: Way, seconds: Double) throws -> Double {
        let batch = way.batch
        let path = "\(directory)/raw-\(batch).db"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        let file = try copy.makeFile(path)
        if way.indexing == .triggers {
            for trigger in copy.tables.compactMap(\.trigger) { try file.execute(trigger) }
        }
        let skipped = copy.tables.map { way.indexing == .triggers && $0.source != nil }
        let inserts = try copy.tables.map { try file.prepare($0.insert) }
        let begin = try file.prepare("BEGIN IMMEDIATE")
        let commit = try file.prepare("COMMIT")
        defer { (inserts + [begin, commit]).forEach { sqlite3_finalize($0) } }
        var done = 0
        let start = now()
        while done < copy.entries.count, now() - start < seconds {
            let end = min(done + batch, copy.entries.count)
            try file.run(begin, [])
            for entry in copy.entries[done..<end] {
                for row in entry where !skipped[row.table] {
                    try file.run(inserts[row.table], row.values)
                }
            }
            try file.run(commit, [])
            done = end
        }
        return Double(done) / (now() - start)
    }
}
