// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

extension StoreFile {
    private static let temporarySuffix = ".partial"
    /// The time in seconds without a write after which a temporary file can be a leftover.
    private static let minimumAge: TimeInterval = 3_600

    /// Calls `body` with an empty file in a folder.
    ///
    /// Its name is unpredictable, and only its owner can read it. `body` writes it and renames it;
    /// after an error it is removed. Files that processes left in the folder because they were
    /// killed are removed before.
    ///
    /// - Throws: `StoreError` if the file cannot be created; the errors of `body`.
    static func withTemporary<R>(in folder: URL, _ body: (StoreFile) throws -> R) throws -> R {
        let lock = FolderLock(folder)
        // Until the file has its name, no other process can lock the folder exclusively.
        defer { withExtendedLifetime(lock) {} }
        if lock?.isExclusive == true { removeLeftovers(in: folder) }
        lock?.share()
        let file = try temporary(in: folder)
        do {
            return try body(file)
        } catch {
            file.remove()
            throw error
        }
    }

    private static func temporary(in folder: URL) throws -> StoreFile {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        let number = String(repeating: "0", count: 16 - digits.count) + digits
        let file = StoreFile(folder.appending(path: ".\(number)\(temporarySuffix)"))
        let descriptor = open(
            file.path,
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            0o600
        )
        try check(descriptor < 0 ? -1 : 0, "could not create \(file.path)")
        close(descriptor)
        return file
    }

    /// Removes the temporary files in a folder that were not written for a while.
    ///
    /// The caller holds the lock of the folder exclusively: no process writes such a file. The age
    /// protects files of processes that could not lock the folder.
    private static func removeLeftovers(in folder: URL) {
        let path = folder.path(percentEncoded: false)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names {
            let file = folder.appending(path: name).path(percentEncoded: false)
            if isTemporary(name) {
                if isOld(file, type: S_IFREG) { unlink(file) }
            } else if let store = ExternalFiles.store(ofFolder: name), isTemporary(store) {
                if isOld(file, type: S_IFDIR) {
                    ExternalFiles(beside: folder.appending(path: store)).removeAll()
                }
            }
        }
    }

    private static func isOld(_ file: String, type: mode_t) -> Bool {
        var status = stat()
        guard lstat(file, &status) == 0, status.st_mode & S_IFMT == type else { return false }
        let written = Date(timeIntervalSince1970: TimeInterval(status.st_mtim.tv_sec))
        return Date.now.timeIntervalSince(written) > minimumAge
    }

    /// Whether a name belongs to a temporary file, or to the log or journal of one.
    private static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix(".") else { return false }
        let rest = name.dropFirst()
        let digits = rest.prefix(16)
        guard digits.utf8.count == 16,
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return false }
        let suffixes = ["", "-wal", "-shm", "-journal"].map { temporarySuffix + $0 }
        return suffixes.contains(String(rest.dropFirst(16)))
    }
}

/// The lock of a folder in which temporary files are written: shared by the processes that write
/// some, exclusive for one that removes leftovers.
///
/// It is on the folder instead of the files: on a network file system, such a lock on a file
/// conflicts with SQLite's locks.
private final class FolderLock {
    private let descriptor: Int32
    let isExclusive: Bool

    /// Locks a folder, exclusively if no other process has locked it; nil if it cannot be opened.
    init?(_ folder: URL) {
        descriptor = open(
            folder.path(percentEncoded: false),
            O_RDONLY | O_DIRECTORY | O_CLOEXEC
        )
        guard descriptor >= 0 else { return nil }
        isExclusive = flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }

    /// Lets others lock the folder too.
    ///
    /// Another process that removes leftovers holds the lock for an instant. One that holds it
    /// longer is another program, and is not waited for.
    func share() {
        for _ in 1...5 {
            if flock(descriptor, LOCK_SH | LOCK_NB) == 0 { return }
            usleep(2_000)
        }
    }

    deinit {
        // If the file were only closed, a child process that has not executed its program yet and
        // still has the inherited descriptor would keep the lock.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
