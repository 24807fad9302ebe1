// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// The readers of a pool, which keep their transactions open between their reads.
final class KeptReaders: Readers {
    /// A reader with its transaction.
    ///
    /// Unchecked, because its superclass is: a reader in use belongs to one thread.
    private final class KeptReader: Reader, @unchecked Sendable {
        struct State {
            var reading = KeptReading()
            /// Whether another thread may end the transaction.
            var isIdle = false
        }

        let state = Mutex(State())
        private let owner: KeptReaders

        init(_ database: SQLiteDatabase, of owner: KeptReaders) {
            self.owner = owner
            super.init(database)
        }

        override func prepareClosing() {
            owner.readers.withLock { $0.removeAll { $0 === self } }
        }
    }

    /// The readers without kept transactions.
    private let plain: any Readers
    /// The transactions of the file.
    private let keptReads: KeptReads
    /// The open readers.
    ///
    /// Not weak, which would slow down the counting of all references to them.
    private let readers = Mutex<[KeptReader]>([])

    init(_ plain: any Readers, of keptReads: KeptReads) {
        self.plain = plain
        self.keptReads = keptReads
        keptReads.add(self)
    }

    func take() throws -> Reader? {
        let taken = try plain.take()
        // From here on, no other thread ends the transaction of the reader.
        if let kept = taken as? KeptReader { kept.state.withLock { $0.isIdle = false } }
        return taken
    }

    func reader(_ database: SQLiteDatabase) -> Reader {
        let kept = KeptReader(database, of: self)
        readers.withLock { $0.append(kept) }
        return kept
    }

    func prepare(_ reader: Reader) {
        guard let kept = reader as? KeptReader else { return }
        kept.state.withLock { state in
            if keptReads.isSuspended {
                state.reading.end(on: kept.database)
            } else {
                state.reading.prepare(kept.database, after: keptReads.lastWrite)
            }
        }
    }

    func putBack(_ reader: inout Reader?) {
        if let kept = reader as? KeptReader {
            kept.state.withLock { state in
                if keptReads.isSuspended { state.reading.end(on: kept.database) }
                state.isIdle = true
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
        plain.removeAll()
    }

    var closingError: StoreError { plain.closingError }

    /// Ends the transactions of the readers that are not in use.
    func endTransactions() {
        for reader in readers.withLock({ $0 }) {
            reader.state.withLock { state in
                if state.isIdle { state.reading.end(on: reader.database) }
            }
        }
    }
}
