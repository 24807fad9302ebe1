// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// A moment at which no process had a store open.
///
/// It shows later whether a process has opened the store since.
struct StoreMoment {
    /// The identity and the last change of a file.
    private struct State: Equatable {
        var device: dev_t
        var number: ino_t
        var size: off_t
        var seconds: Int
        var nanoseconds: Int

        /// The state of the file at a path; `nil` if it does not exist.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = status.st_dev
            number = status.st_ino
            size = status.st_size
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    private let paths: [String]
    private let lock: String
    private let states: [State?]

    /// Records the present moment; nil if a process has the store open, or if that cannot be found
    /// out.
    init?(ofUnusedStoreAt url: URL) {
        let path = url.path(percentEncoded: false)
        lock = path + ".lock"
        // A process that acquires the lock writes to its file.
        paths = [lock, path, path + "-wal"]
        states = paths.map(State.init)
        guard Self.isFree(lock) else { return nil }
    }

    /// Whether no process has opened the store since.
    var lasts: Bool { Self.isFree(lock) && paths.map(State.init) == states }

    /// Whether no process holds a lock, which is held for an instant to find out.
    private static func isFree(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return errno == ENOENT }
        defer { close(descriptor) }
        // Processes that share the store would not be noticed with a shared lock.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        flock(descriptor, LOCK_UN)
        return true
    }
}

extension StoreFile {
    /// Reads the store without its lock, so that no process that opens it has to wait.
    ///
    /// The files of a store that no process has open are read without a change to them. If a
    /// process opens the store during the read, the result is discarded, and `body` is called once
    /// more with a connection that SQLite coordinates with that process.
    ///
    /// - Throws: The errors of `body`; `StoreError` if the store cannot be read.
    func readBesideOthers<R>(_ body: (SQLiteDatabase) throws -> R) throws -> R {
        try requireWritten()
        if let moment = StoreMoment(ofUnusedStoreAt: url) {
            let result = Result { try unchanged(mayBeOpen: false).read(body) }
            if moment.lasts { return try result.get() }
        }
        return try StoreError.translating(path: path) {
            let db = try SQLiteDatabase(path, access: .readOnly, busyTimeout: 1_000)
            return try db.transaction(.deferred) { try body(db) }
        }
    }
}
