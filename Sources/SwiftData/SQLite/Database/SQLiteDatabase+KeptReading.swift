// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSQLite

/// A transaction that a connection keeps open between its reads.
struct KeptReading {
    /// The number of reads after a write from which a transaction is kept.
    ///
    /// Beginning and ending a kept transaction pays off only after several reads (decision 0096).
    fileprivate static let minimumReads = 4

    fileprivate var isOpen = false
    /// The index of the log; nil until it is first needed.
    fileprivate var index: UnsafeRawPointer?
    /// The header of the index from before the transaction.
    fileprivate var header = csqlite_log_header()
    /// The number of reads since a write.
    fileprivate var reads = 0
    /// The number of that write.
    fileprivate var write = 0

    fileprivate mutating func countRead(after write: Int) {
        if self.write != write {
            self.write = write
            reads = 0
        }
        reads += 1
    }

    /// Whether nothing was committed since the transaction began.
    fileprivate mutating func isCurrent() -> Bool {
        guard let index else { return false }
        return csqlite_has_log_header(index, &header) != 0
    }
}

extension SQLiteDatabase {
    /// Prepares a read of the last commit.
    ///
    /// Continues the transaction of the last read if nothing was committed since it began, or
    /// begins one to keep if that is faster.
    ///
    /// Without a kept transaction, each statement begins its own; this is also the only effect of
    /// an error.
    ///
    /// - Parameter write: The number of the last write that the caller made.
    func prepareKeptReading(after write: Int) {
        if keptReading.isOpen {
            if isInTransaction, keptReading.isCurrent() { return }
            endKeptReading()
            keptReading.reads = 0
        }
        keptReading.countRead(after: write)
        guard keptReading.reads >= KeptReading.minimumReads, !isInTransaction,
            let index = keptReading.index ?? logIndex()
        else { return }
        keptReading.index = index
        // Before the transaction, which may then be more recent, but not less.
        keptReading.header = csqlite_read_log_header(index)
        keptReading.isOpen = (try? run("BEGIN", [])) != nil
    }

    /// Ends the kept transaction, if any.
    func endKeptReading() {
        guard keptReading.isOpen else { return }
        keptReading.isOpen = false
        // After some errors, SQLite itself ends it.
        guard isInTransaction else { return }
        if (try? run("COMMIT", [])) == nil { try? run("ROLLBACK", []) }
    }

    /// Returns the index of the log; nil if the connection cannot read it.
    private func logIndex() -> UnsafeRawPointer? {
        // The first read opens the log.
        guard (try? integer("PRAGMA user_version")) != nil else { return nil }
        return csqlite_log_index(handle)
    }
}
