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
    /// - Throws: `StoreError` with the code `.locked` if another process has the file open.
    func beginUse(of url: URL, for purpose: LockFile.Purpose) throws -> SharedStoreFile {
        try entries.withLock { entries in
            let lock = try LockFile(for: url)
            if let entry = entries[lock.identity] {
                entries[lock.identity]?.userCount += 1
                return entry.file
            }
            try lock.acquire(for: purpose)
            // After the lock file, which names the process that holds it.
            let mainFile = try MainFileLock.acquire(url.path(percentEncoded: false))
            let file = SharedStoreFile(lock, mainFile: mainFile)
            entries[lock.identity] = Entry(file: file, userCount: 1)
            return file
        }
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
