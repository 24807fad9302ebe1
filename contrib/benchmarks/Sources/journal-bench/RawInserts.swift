// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLite
import Glibc

/// The same rows with the same indexes as the daemon's, by statements that are prepared once.
struct RawInserts {
    let copy: StoreCopy
    let directory: String

    /// Entries a second when so many share a transaction.
    func rate(batch: Int, seconds: Double) throws -> Double {
        let path = "\(directory)/raw-\(batch).db"
        defer { for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) } }
        let file = try copy.makeFile(path)
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
                for row in entry { try file.run(inserts[row.table], row.values) }
            }
            try file.run(commit, [])
            done = end
        }
        return Double(done) / (now() - start)
    }
}
