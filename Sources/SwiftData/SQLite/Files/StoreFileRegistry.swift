// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
import Synchronization

/// The store files that this process has open, with the number of stores that use each.
final class StoreFileRegistry: Sendable {
    private struct Entry {
        let file: SharedStoreFile
        var userCount: Int
    }

    static let shared = StoreFileRegistry()
    private let entries = Mutex<[LockFile.Identity: Entry]>([:])

    private init() {}

    /// Returns the file at a URL for one more store; the first one locks it for this process.
    ///
    /// - Throws: `StoreError` with the code `.locked` if another process has the file open, unless
    ///   both share it.
    func beginUse(of url: URL, for purpose: LockFile.Purpose) throws -> SharedStoreFile {
        try entries.withLock { entries in
            let lock = try LockFile(for: url)
            if let entry = entries[lock.identity] {
                guard purpose != .use || entry.file.processes == nil else {
                    throw StoreError(
                        .locked,
                        "\(url.path(percentEncoded: false)) is shared with other processes by this "
                            + "process, which cannot open it exclusively as well"
                    )
                }
                entries[lock.identity]?.userCount += 1
                return entry.file
            }
            let file = try open(url, lock, for: purpose)
            entries[lock.identity] = Entry(file: file, userCount: 1)
            return file
        }
    }

    private func open(
        _ url: URL,
        _ lock: LockFile,
        for purpose: LockFile.Purpose
    ) throws -> SharedStoreFile {
        if case .sharing(let limit) = purpose {
            try lock.share()
            let processes = try lock.joinProcesses()
            processes.turns.limit = limit
            return SharedStoreFile(lock, processes: processes)
        }
        try lock.acquire(for: purpose)
        // After the lock file, which names the process that holds it.
        let mainFile = try MainFileLock.acquire(url.path(percentEncoded: false))
        return SharedStoreFile(lock, mainFile: mainFile)
    }

    /// Releases the lock of a file after its last use.
    func endUse(of file: SharedStoreFile) {
        guard let lock = file.lock else { return }
        entries.withLock { entries in
            let remaining = (entries[lock.identity]?.userCount ?? 0) - 1
            guard remaining <= 0 else {
                entries[lock.identity]?.userCount = remaining
                return
            }
            entries[lock.identity] = nil
            file.processes?.leave()
            file.unlockMainFile()
            lock.release()
        }
    }

    /// Returns the number of stores that use a file; 1 for a store that is not shared.
    func userCount(of file: SharedStoreFile) -> Int {
        guard let lock = file.lock else { return 1 }
        return entries.withLock { $0[lock.identity]?.userCount ?? 0 }
    }
}
