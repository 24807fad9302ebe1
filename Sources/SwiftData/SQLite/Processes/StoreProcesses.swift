// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
internal import Glibc
internal import Synchronization

/// The processes that share a store, as one of them sees them.
///
/// All of it is in the lock file of the store: bytes that are locked, counters in memory, and
/// events of the file (decision 0207).
final class StoreProcesses: Sendable {
    /// The byte that each process locks together with the others.
    private static let use: off_t = (1 << 62) + 1
    /// The byte that is locked while a process opens the store.
    private static let opening: off_t = (1 << 62) + 2
    /// The byte that each process locks together with the others once it has opened the store.
    private static let open: off_t = (1 << 62) + 3

    /// Calls the listeners after changes by other processes.
    private struct State {
        var listeners: [Int: @Sendable (Set<FileSignal.Event>) -> Void] = [:]
        var lastListener = 0
        /// Called after each event while other processes may have the store open.
        var guest: (@Sendable () -> Void)?
        var source: (any DispatchSourceRead)?
    }

    private let path: String
    private let locks: ByteLocks
    let memory: ProcessMemory
    let turns: WriteTurns
    private let state = Mutex(State())

    /// Joins the processes that share a store.
    ///
    /// - Parameters:
    ///   - path: The path of the store.
    ///   - descriptor: The lock file, which must stay open.
    /// - Throws: `StoreError` if the lock file cannot be written or mapped.
    init(_ path: String, lockFile descriptor: Int32) throws {
        self.path = path
        locks = ByteLocks(descriptor: descriptor)
        // Before this process is in the list: `removeEnded` relies on it.
        let hasLock = locks.lock(.shared, Self.use)
        guard let memory = ProcessMemory(descriptor) else {
            let code = errno
            if code == ENOSPC || code == EDQUOT { throw StoreError.full(path) }
            let reason =
                code == EBADF
                ? "\(path).lock cannot be written" : String(cString: strerror(code))
            throw StoreError(
                .inputOutput,
                "could not share \(path) with other processes: \(reason)"
            )
        }
        guard hasLock else {
            throw StoreError(
                .inputOutput,
                "\(path) is on a file system without locks; open it exclusively"
            )
        }
        self.memory = memory
        turns = WriteTurns(path, locks: locks, memory: memory)
    }

    /// Leaves the processes that share the store.
    func leave() {
        state.withLock { state in
            state.listeners = [:]
            state.guest = nil
            state.source?.cancel()
            state.source = nil
        }
        memory.leave()
        locks.unlock(Self.open)
        locks.unlock(Self.use)
    }

    /// Whether another process has the store open, or waits to open it.
    private var haveOthers: Bool { !locks.isFree(for: .exclusive, Self.use..<Self.use + 1) }

    /// Whether another process has the store open.
    var haveOpened: Bool { !locks.isFree(for: .exclusive, Self.open..<Self.open + 1) }

    /// Records that this process has opened the store, before `endOpening`.
    func noteOpened() { _ = locks.lock(.shared, Self.open) }

    /// The names of the other processes that have the store open, for error messages.
    var names: String { Self.names(of: locks.descriptor) }

    /// Returns the names of the other processes that share the store of a lock file.
    static func names(of lockFile: Int32) -> String {
        let names = ProcessMemory.processes(of: lockFile).map { ProcessName($0).description }
        return names.isEmpty ? "another process" : names.joined(separator: ", ")
    }

    // MARK: Opening

    /// Waits until no other process is opening the store, and keeps others from it.
    ///
    /// - Throws: `StoreError` with the code `.locked` if that takes too long.
    func beginOpening() throws {
        try wait(for: { locks.lock(.exclusive, Self.opening) }) {
            "\(path) was not opened: \(ProcessName(memory[.opener])) is opening it"
        }
        memory[.opener] = Int64(getpid())
    }

    func endOpening() {
        memory[.opener] = 0
        locks.unlock(Self.opening)
    }

    /// Waits until a condition is true.
    ///
    /// - Throws: `StoreError` with the code `.locked` and a message if that takes too long.
    func wait(for condition: () -> Bool, _ message: () -> String) throws {
        let start = ContinuousClock.now
        while !condition() {
            guard ContinuousClock.now - start < turns.limit else {
                throw StoreError(.locked, message())
            }
            usleep(1_000)
        }
    }

    // MARK: Events

    /// Calls `body` after another process has written the store or left, until `ignore`.
    ///
    /// `body` is called on a queue of the module.
    func listen(_ body: @escaping @Sendable (Set<FileSignal.Event>) -> Void) -> Int {
        state.withLock { state in
            state.lastListener += 1
            turns.followers.add(1, ordering: .relaxed)
            state.listeners[state.lastListener] = body
            if state.source == nil { state.source = source() }
            return state.lastListener
        }
    }

    /// Ends the calls to a listener.
    func ignore(_ listener: Int) {
        // Released after the lock.
        let removed = state.withLock { $0.listeners.removeValue(forKey: listener) }
        if removed != nil { turns.followers.subtract(1, ordering: .relaxed) }
    }

    /// Calls `body` after other processes have opened the store, or written it.
    ///
    /// - Returns: Whether that is possible; the user may watch too many files.
    func whenOthersExist(_ body: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            if state.source == nil { state.source = source() }
            guard state.source != nil else { return false }
            state.guest = body
            return true
        }
    }

    private func source() -> (any DispatchSourceRead)? {
        guard let signal = FileSignal(locks.descriptor) else { return nil }
        let queue = DispatchQueue(label: "swiftdata.processes")
        let source = DispatchSource.makeReadSource(
            fileDescriptor: signal.descriptor,
            queue: queue
        )
        source.setEventHandler { [weak self] in
            let events = signal.takeAll()
            guard let self, !events.isEmpty else { return }
            if events.contains(.closed) { memory.removeEnded { !self.haveOthers } }
            let (listeners, guest) = state.withLock { ($0.listeners.values, $0.guest) }
            if memory.hasOthers { guest?() }
            for listener in listeners { listener(events) }
        }
        // The file must not be closed while the source uses it.
        source.setCancelHandler { withExtendedLifetime(signal) {} }
        source.activate()
        return source
    }
}
