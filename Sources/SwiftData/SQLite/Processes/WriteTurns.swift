// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
import Synchronization

/// The turns of the processes of a shared store to write.
///
/// One process at a time has the turn, which covers everything that changes the log or the main
/// file: with the supported SQLite versions, a commit and a checkpoint at one moment can damage a
/// store. The turn is a lock on a byte of the lock file, so that the kernel ends it with its
/// process.
///
/// A process that has to wait locks the byte at the time of its arrival, and takes the turn when no
/// earlier byte is locked. These locks, too, end with the process.
///
/// Unchecked, because a turn is begun, used and ended while the lock of the writers in this process
/// is held (`SharedStoreFile.writing`).
final class WriteTurns: @unchecked Sendable {
    /// The byte that is locked during a turn.
    private static let turn: off_t = 1 << 62
    /// The bytes of processes that wait; their positions are times in nanoseconds.
    private static let tickets: Range<off_t> = (1 << 61)..<(1 << 62)
    /// The time in milliseconds after which a process looks again without an event: a process that
    /// is killed, or does not wait any longer, causes none.
    private static let patience: Int32 = 20

    private let path: String
    private let locks: ByteLocks
    private let memory: ProcessMemory
    /// The events of the lock file while processes wait.
    private var signal: FileSignal?
    /// The number of begun turns of this process that contain each other.
    private var depth = 0
    /// Whether this process has the turn.
    var isTaken: Bool { depth > 0 }
    /// The number of changes before the turn.
    private(set) var changesBefore: Int64 = 0
    /// The number of containers of this process that follow the changes.
    let followers = Atomic(0)
    /// The maximum time to wait for other processes.
    var limit = Duration.seconds(10)

    init(_ path: String, locks: ByteLocks, memory: ProcessMemory) {
        self.path = path
        self.locks = locks
        self.memory = memory
    }

    /// The number of changes after the turn, unless another process changes the store.
    var changesAfter: Int64 { changesBefore &+ 2 }

    /// Calls `body` during a turn.
    ///
    /// - Throws: `StoreError` with the code `.locked` if another process keeps the turn; the errors
    ///   of `body`.
    func take<R>(_ body: () throws -> R) throws -> R {
        try begin()
        defer { end() }
        return try body()
    }

    func begin() throws {
        guard depth == 0 else {
            depth += 1
            return
        }
        try acquire()
        depth = 1
        memory[.writer] = Int64(getpid())
        changesBefore = memory[.changes]
        // Before the first write, so that the others notice what a killed process has committed.
        memory[.changes] = changesBefore &+ 1
    }

    func end() {
        guard depth > 0 else { return }
        depth -= 1
        guard depth == 0 else { return }
        memory[.changes] = changesAfter
        memory[.writer] = 0
        locks.unlock(Self.turn)
        if memory.hasOthers || followers.load(ordering: .relaxed) > 1 { announce() }
    }

    /// Causes an event for the processes that wait for a turn or for changes.
    private func announce() {
        var byte: UInt8 = 0
        // Behind the name of the process that uses the store alone.
        _ = pwrite(locks.descriptor, &byte, 1, 1_024)
    }

    private func acquire() throws {
        guard !(hasNoTicket(before: Self.tickets.upperBound) && lockTurn()) else { return }
        let start = ContinuousClock.now
        let ticket = takeTicket()
        defer { locks.unlock(ticket) }
        signal = signal ?? FileSignal(locks.descriptor)
        while !(hasNoTicket(before: ticket) && lockTurn()) {
            guard ContinuousClock.now - start < limit else { throw timeout }
            if let signal { signal.wait(atMost: Self.patience) } else { usleep(500) }
        }
    }

    private func lockTurn() -> Bool { locks.lock(.exclusive, Self.turn) }

    private func hasNoTicket(before end: off_t) -> Bool {
        locks.isFree(for: .exclusive, Self.tickets.lowerBound..<end)
    }

    private func takeTicket() -> off_t {
        var now = timespec()
        // The same clock for all processes, unlike the one of a time zone or of a process.
        clock_gettime(CLOCK_MONOTONIC, &now)
        var ticket =
            Self.tickets.lowerBound + off_t(now.tv_sec) * 1_000_000_000 + off_t(now.tv_nsec)
        // Another process may have arrived at the same time.
        while !locks.lock(.exclusive, ticket), errno == EAGAIN || errno == EACCES { ticket += 1 }
        return ticket
    }

    private var timeout: StoreError {
        StoreError(
            .locked,
            "\(path) was not written: \(ProcessName(memory[.writer])) is writing it and did not end "
                + "within \(limit)"
        )
    }
}
