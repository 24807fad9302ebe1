// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// A transaction that a reader keeps open between its reads.
struct KeptReading {
    /// The number of reads after a write from which a transaction is kept.
    ///
    /// Beginning and ending a kept transaction pays off only after several reads (decision 0096).
    private static let minimumReads = 4

    private var isOpen = false
    /// The index of the log; nil until it is first needed.
    private var index: UnsafeRawPointer?
    /// The header of the index from before the transaction.
    private var header = csqlite_log_header()
    /// The number of reads since a write.
    private var reads = 0
    /// The number of that write.
    private var write = 0

    /// Prepares a read of the last commit.
    ///
    /// Continues the transaction of the last read if nothing was committed since it began, or
    /// begins one to keep if that is faster.
    ///
    /// Without a kept transaction, each statement begins its own; this is also the only effect of
    /// an error.
    ///
    /// - Parameters:
    ///   - reader: The connection that reads.
    ///   - write: The number of the last write that the caller made.
    mutating func prepare(_ reader: SQLiteDatabase, after write: Int) {
        if isOpen {
            if reader.isInTransaction, isCurrent() { return }
            end(on: reader)
            reads = 0
        }
        countRead(after: write)
        guard reads >= Self.minimumReads, !reader.isInTransaction,
            let index = index ?? reader.logIndex()
        else { return }
        self.index = index
        // Before the transaction, which may then be more recent, but not less.
        header = csqlite_read_log_header(index)
        isOpen = (try? reader.run("BEGIN", [])) != nil
    }

    /// Ends the kept transaction, if any.
    mutating func end(on reader: SQLiteDatabase) {
        guard isOpen else { return }
        isOpen = false
        // After some errors, SQLite itself ends it.
        guard reader.isInTransaction else { return }
        if (try? reader.run("COMMIT", [])) == nil { try? reader.run("ROLLBACK", []) }
    }

    private mutating func countRead(after write: Int) {
        if self.write != write {
            self.write = write
            reads = 0
        }
        reads += 1
    }

    /// Whether nothing was committed since the transaction began.
    private mutating func isCurrent() -> Bool {
        guard let index else { return false }
        return csqlite_has_log_header(index, &header) != 0
    }
}

extension SQLiteDatabase {
    /// Returns the index of the log; nil if the connection cannot read it.
    fileprivate func logIndex() -> UnsafeRawPointer? {
        // The first read opens the log.
        guard (try? integer("PRAGMA user_version")) != nil else { return nil }
        return csqlite_log_index(handle)
    }
}
