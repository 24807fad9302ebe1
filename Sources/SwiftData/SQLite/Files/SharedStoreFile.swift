// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Synchronization

/// The state that the stores of one file in this process share: its lock, its keys, and the order
/// of writes.
///
/// With the supported SQLite versions two writers of one file can lose data, in one process as
/// well. The processes that share a file take turns to write it (`processes`).
final class SharedStoreFile: @unchecked Sendable {
    // Unchecked, because `stores` is accessed only while `writing` is held.

    /// Held by the store that writes, and while a store is opened or migrated.
    ///
    /// Recursive, so that a nested write, for example in the decoder of a value, is an error and
    /// not a deadlock.
    let writing = NSRecursiveLock()
    /// The transactions that the readers of the stores that can write keep.
    let keptReads: KeptReads
    let keys: SharedKeys
    /// The processes that share the file; nil if no other process can open it.
    let processes: StoreProcesses?
    /// Whether no other process has the file open, while this process opens it.
    private var isAlone = true
    /// The lock of the file; nil for a store that is not shared.
    let lock: LockFile?
    /// The locks of the main file and of replaced main files that stores may still have open.
    private let mainFiles: Mutex<[MainFileLock]>
    private var stores: [WeakStore] = []

    private struct WeakStore {
        weak var store: (any OpenStore)?
    }

    init(
        _ lock: LockFile?,
        mainFile: MainFileLock? = nil,
        processes: StoreProcesses? = nil
    ) {
        self.lock = lock
        self.processes = processes
        keptReads = KeptReads(sharedBy: processes)
        keys = SharedKeys(sharedBy: processes)
        mainFiles = Mutex(mainFile.map { [$0] } ?? [])
    }

    /// The use of the file by one store.
    final class Use: Sendable {
        let file: SharedStoreFile

        fileprivate init(_ file: SharedStoreFile) { self.file = file }

        deinit { StoreFileRegistry.shared.endUse(of: file) }

        /// The stores of other uses.
        var openStores: OpenStores {
            OpenStores(
                exist: file.hasOpenStores,
                mayExist: !file.hasOneUser,
                isolate: file.requireAlone,
                close: file.closeStores
            )
        }
    }

    /// Returns a use of a file, and acquires the lock of the file for this process.
    ///
    /// - Throws: `StoreError` with the code `.locked` if another process has the file open.
    static func open(_ url: URL, for purpose: LockFile.Purpose = .use) throws -> Use {
        Use(try StoreFileRegistry.shared.beginUse(of: url, for: purpose))
    }

    /// Returns a use of a file, and acquires its lock together with other processes that share it.
    ///
    /// - Throws: `StoreError` with the code `.locked` if a process has the file for itself, for
    ///   longer than `limit` if it reads or replaces the file as a whole.
    static func share(_ url: URL, waitingAtMost limit: Duration) throws -> Use {
        let start = ContinuousClock.now
        while true {
            do {
                return Use(try StoreFileRegistry.shared.beginUse(of: url, for: .sharing(limit)))
            } catch let error as StoreError where error.code == .locked {
                let isBrief = (try? LockFile(for: url).isHeldBriefly) ?? false
                guard isBrief, ContinuousClock.now - start < limit else { throw error }
                usleep(LockFile.attempts.pause)
            }
        }
    }

    /// Calls `body` while no store of this process writes or opens a file, and no other process has
    /// it open.
    ///
    /// A file without a lock was never open, unless the lock was removed. It is used without one,
    /// so that no lock is created.
    ///
    /// - Throws: `StoreError` with the code `.locked` if another process has the file open.
    static func withExisting<R>(_ url: URL, _ body: (OpenStores) throws -> R) throws -> R {
        guard LockFile.exists(for: url) else {
            try MainFileLock.requireFree(url.path(percentEncoded: false))
            return try body(
                OpenStores(exist: false, mayExist: false, isolate: {}, close: {})
            )
        }
        let use = try open(url, for: .wholeFile)
        use.file.writing.lock()
        defer { use.file.writing.unlock() }
        return try body(use.openStores)
    }

    /// Returns a use of a file in a place that cannot be written, and acquires its lock if it has
    /// one.
    ///
    /// - Throws: `StoreError` with the code `.locked` if another process has the file open.
    static func openUnwritable(_ url: URL) throws -> Use {
        LockFile.exists(for: url) ? try open(url) : unshared()
    }

    /// Returns a use of a store that is not shared: in memory, or a working copy.
    static func unshared() -> Use { Use(SharedStoreFile(nil)) }

    /// Locks the main file at a path, which is a new one after it was created or migrated.
    ///
    /// - Throws: `StoreError` with the code `.locked` if another process has the file open.
    func lockMainFile(_ path: String) throws {
        guard lock != nil else { return }
        let mayHaveFormer = hasOpenStores
        try mainFiles.withLock { mainFiles in
            guard let identity = LockFile.Identity(ofFileAt: path),
                !mainFiles.contains(where: { $0.identity == identity }),
                let mainFile = try MainFileLock.acquire(
                    path,
                    sharedBy: processes == nil ? nil : lock?.identity
                )
            else { return }
            // Closing a file would release the locks of the connections to it.
            if !mayHaveFormer { mainFiles = [] }
            mainFiles.append(mainFile)
        }
    }

    /// Releases the locks of main files after the last use.
    func unlockMainFile() { mainFiles.withLock { $0 = [] } }

    // MARK: Opening

    /// Begins to open the file, and keeps other processes from opening, writing or closing it.
    ///
    /// The caller holds `writing`.
    ///
    /// - Throws: `StoreError` with the code `.locked` if another process does so for too long, or
    ///   has the file open by another name.
    func beginOpening(_ path: String) throws {
        guard let processes else { return }
        try processes.beginOpening()
        do {
            try lockMainFile(path)
            isAlone = becomeAlone(processes)
            guard isAlone || LockFile.Identity(ofFileAt: path) != nil else {
                throw StoreError(
                    .locked,
                    "\(path) was removed while it is open in \(processes.names); close it there"
                )
            }
            try processes.turns.begin()
        } catch {
            endAlone()
            processes.endOpening()
            throw error
        }
    }

    /// Ends what `beginOpening` began.
    func endOpening() {
        guard let processes else { return }
        endAlone()
        processes.turns.end()
        processes.endOpening()
    }

    private func becomeAlone(_ processes: StoreProcesses) -> Bool {
        mainFiles.withLock { files in
            files.isEmpty ? !processes.haveOpened : files.allSatisfy { $0.becomeAlone() }
        }
    }

    private func endAlone() { mainFiles.withLock { for file in $0 { file.endAlone() } } }

    /// Waits until no other process has the file open; for one that opens it.
    ///
    /// - Throws: `StoreError` with the code `.locked`, which names the others, if that takes too
    ///   long.
    private func requireAlone() throws {
        guard let processes, !isAlone else { return }
        // The others need a turn to close the file.
        processes.turns.end()
        defer { try? processes.turns.begin() }
        try processes.wait(for: { becomeAlone(processes) }) {
            "the store must be migrated, but is in use by \(processes.names); close it there"
        }
        isAlone = true
    }

    /// Whether no other store has the file open, of this process or of another one, while this
    /// process opens it.
    var hasOneStore: Bool { isAlone && hasOneUser }

    /// Whether no other store of this process uses the file.
    var hasOneUser: Bool { StoreFileRegistry.shared.userCount(of: self) == 1 }

    /// Whether a store of this process has the file open.
    var hasOpenStores: Bool {
        writing.lock()
        defer { writing.unlock() }
        return stores.contains { $0.store != nil }
    }

    /// Adds an open store.
    func add(_ store: any OpenStore) {
        writing.lock()
        defer { writing.unlock() }
        stores.removeAll { $0.store == nil }
        stores.append(WeakStore(store: store))
        processes?.noteOpened()
    }

    /// Closes all open stores, because a migration replaces the file.
    func closeStores() {
        writing.lock()
        defer { writing.unlock() }
        for entry in stores { entry.store?.supersede() }
        stores = []
    }
}

/// A store that has a file open.
protocol OpenStore: AnyObject {
    /// Closes the store, because another store of this process migrates its file.
    func supersede()
}

/// The stores of this process that have a file open, as a migration of the file sees them.
struct OpenStores {
    /// Whether any exist.
    let exist: Bool
    /// Whether stores may exist that are just being opened or closed.
    let mayExist: Bool
    /// Waits until no other process has the file open, or throws.
    let isolate: () throws -> Void
    /// Closes the stores, because the file is replaced.
    let close: () -> Void
}
