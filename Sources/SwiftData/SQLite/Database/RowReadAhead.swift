// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// Reads the rows of a statement on another thread, while the caller uses the rows before them.
///
/// Unchecked, because statements are not Sendable: only the thread uses the statement, until it has
/// ended. `condition` guards the variables below it.
final class RowReadAhead: @unchecked Sendable {
    /// The number of rows after which another thread saves time, in spite of its creation (decision
    /// 0106).
    static let minimumRows = 1_024
    /// Whether the thread can have a processor of its own.
    static let isUseful = ProcessInfo.processInfo.activeProcessorCount > 1
    /// The number of blocks, of which the caller uses one.
    private static let blockCount = 3

    private let statement: SQLiteStatement
    private var thread = pthread_t()
    private let condition = NSCondition()
    /// Whether the caller uses no more rows.
    private var isCancelled = false
    /// The blocks that the thread can fill.
    private var free: [RowBlock]
    /// The blocks that the caller has not used, in the order of their rows.
    private var filled: [RowBlock] = []
    private var hasEnded = false
    /// The error that ended the statement.
    private var error: SQLiteError?

    /// Calls `body` with the rows after the current one of a statement, in their order.
    ///
    /// - Returns: Whether a thread could be created; if not, no row was read.
    /// - Throws: The errors of `body`; `SQLiteError` after the rows before an error, or at once
    ///   after an interruption.
    static func forEachBlock(
        of statement: SQLiteStatement,
        _ body: (borrowing RowBlock) throws -> Void
    ) throws -> Bool {
        guard let rows = RowReadAhead(statement) else { return false }
        defer { rows.finish() }
        while let block = try rows.nextBlock() {
            try body(block)
            rows.release(consume block)
        }
        return true
    }

    private init?(_ statement: SQLiteStatement) {
        self.statement = statement
        let empty = RowBlock(columnCount: statement.columnCount)
        free = .init(repeating: empty, count: Self.blockCount)
        let reference = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer else { return nil }
                Unmanaged<RowReadAhead>.fromOpaque(pointer).takeRetainedValue().readBlocks()
                return nil
            },
            reference.toOpaque()
        )
        guard code == 0 else {
            reference.release()
            return nil
        }
    }

    private func nextBlock() throws -> RowBlock? {
        condition.lock()
        defer { condition.unlock() }
        while filled.isEmpty, !hasEnded { condition.wait() }
        if let error, filled.isEmpty || error.kind == .interrupted { throw error }
        return filled.isEmpty ? nil : filled.removeFirst()
    }

    private func release(_ block: consuming RowBlock) {
        condition.lock()
        free.append(block)
        condition.signal()
        condition.unlock()
    }

    /// Aborts the statement if it has more rows, and waits for the thread.
    private func finish() {
        condition.lock()
        isCancelled = true
        if !hasEnded { statement.interrupt() }
        condition.signal()
        condition.unlock()
        pthread_join(thread, nil)
    }

    // MARK: The thread

    private func readBlocks() {
        while let block = takeFree() {
            guard fillAndPass(consume block) else { return }
        }
    }

    /// Returns a block to fill, once there is one; nil if the caller uses no more rows.
    private func takeFree() -> RowBlock? {
        condition.lock()
        defer { condition.unlock() }
        while free.isEmpty, !isCancelled { condition.wait() }
        return isCancelled ? nil : free.popLast()
    }

    /// Replaces the rows of a block by the next ones, and passes it to the caller; returns false
    /// after the last row or an error.
    private func fillAndPass(_ block: consuming RowBlock) -> Bool {
        var hasMore = true
        var error: SQLiteError?
        do {
            hasMore = try block.fill(from: statement)
        } catch let failure {
            (hasMore, error) = (false, failure)
        }
        condition.lock()
        filled.append(block)
        (hasEnded, self.error) = (!hasMore, error)
        condition.signal()
        condition.unlock()
        return hasMore
    }
}
