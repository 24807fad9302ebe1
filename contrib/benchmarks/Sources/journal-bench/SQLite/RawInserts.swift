// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLite
import Glibc

/// Inserts of the daemon's rows, with the same indexes, through statements that are prepared once.
struct RawInserts {
    /// The maintenance of the full-text index.
    enum Indexing {
        /// Triggers, as recommended by the FTS5 documentation.
        case triggers
        /// Separate statements, as in the daemon; FTS5 writes less data this way.
        case statements
    }

    /// The parameters of one measurement.
    struct Variant: Hashable {
        /// The number of entries in each transaction.
        let batch: Int
        let indexing: Indexing
    }

    let copy: StoreCopy
    let directory: String

    /// Returns the number of entries per second.
    func rate(_ variant: Variant, seconds: Double) throws -> Double {
        let batch = variant.batch
        let path = "\(directory)/raw-\(batch).db"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        let file = try copy.makeFile(path)
        if variant.indexing == .triggers {
            for trigger in copy.tables.compactMap(\.trigger) { try file.execute(trigger) }
        }
        let skipped = copy.tables.map { variant.indexing == .triggers && $0.source != nil }
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
