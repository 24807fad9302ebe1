// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The readers of a pool, which keep their transactions open between their reads.
///
/// Unchecked, because the connections are not Sendable: `lock` guards the list, and a reader in use
/// belongs to one thread.
final class KeptReaders: Readers, @unchecked Sendable {
    /// A reader with its transaction.
    private final class KeptReader {
        /// Weak, because the other readers close connections.
        private(set) weak var database: SQLiteDatabase?
        var reading = KeptReading()
        var isIdle = false

        init(_ database: SQLiteDatabase) { self.database = database }
    }

    /// The readers without kept transactions.
    private let plain: any Readers
    /// The transactions of the file.
    private let keptReads: KeptReads
    private let lock = NSLock()
    private var readers: [KeptReader] = []

    init(_ plain: any Readers, of keptReads: KeptReads) {
        self.plain = plain
        self.keptReads = keptReads
        keptReads.add(self)
    }

    func take() throws -> SQLiteDatabase? {
        let taken = try plain.take()
        // From here on, no other thread ends the transaction of the reader.
        if let taken { lock.withLock { known(taken)?.isIdle = false } }
        return taken
    }

    func prepare(_ reader: SQLiteDatabase) {
        let kept = lock.withLock { known(reader) ?? add(reader) }
        if keptReads.isSuspended {
            kept.reading.end(on: reader)
        } else {
            kept.reading.prepare(reader, after: keptReads.lastWrite)
        }
    }

    func putBack(_ reader: inout SQLiteDatabase?) {
        if let reader {
            lock.withLock {
                guard let kept = known(reader) else { return }
                if keptReads.isSuspended { kept.reading.end(on: reader) }
                kept.isIdle = true
            }
        }
        plain.putBack(&reader)
    }

    func writing<R>(_ body: () throws -> R) throws -> R {
        try keptReads.suspended { try plain.writing(body) }
    }

    func finish(throwing error: StoreError) { plain.finish(throwing: error) }

    func removeAll() {
        keptReads.remove(self)
        lock.withLock { readers = [] }
        plain.removeAll()
    }

    var closingError: StoreError { plain.closingError }

    /// Ends the transactions of the readers that are not in use.
    func endTransactions() {
        lock.withLock {
            for reader in readers where reader.isIdle {
                if let database = reader.database { reader.reading.end(on: database) }
            }
        }
    }

    private func known(_ reader: SQLiteDatabase) -> KeptReader? {
        readers.first { $0.database === reader }
    }

    private func add(_ reader: SQLiteDatabase) -> KeptReader {
        readers.removeAll { $0.database == nil }
        let kept = KeptReader(reader)
        readers.append(kept)
        return kept
    }
}
