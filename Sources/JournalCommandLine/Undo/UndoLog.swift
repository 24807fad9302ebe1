// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalProtocol
internal import JournalSystem

/// The record of the changes of a user, in which `journal undo` finds the last one.
///
/// Every command appends a line with one write, so that terminals need no lock. A file that has
/// become too large becomes the older of two files, and the former one is removed; while a command
/// appends the parts of a step, no file is removed, so that the step remains whole.
package struct UndoLog: Sendable {
    /// The number of bytes at the end of the log that are read first: some 400 steps.
    private static let endLength = 128 << 10

    private let path: String
    private let sizeLimit: Int
    private var olderPath: String { path + ".1" }
    private var lockPath: String { path + ".lock" }
    private var partsLockPath: String { path + ".parts" }

    /// Opens the log below the state directory of the journal.
    ///
    /// - Parameters:
    ///   - stateDirectory: The state directory.
    ///   - sizeLimit: The size in bytes from which a file becomes the older one: an import of
    ///     100,000 entries.
    package init(stateDirectory: String, sizeLimit: Int = 8 << 20) {
        path = stateDirectory + "/undo.jsonl"
        self.sizeLimit = sizeLimit
    }

    /// Appends a record.
    package func append(_ record: UndoRecord) throws(ClientError) {
        // The first line break ends a line that a full disk has cut off.
        var line: [UInt8] = [0x0A]
        record.json.append(to: &line)
        line.append(0x0A)
        if try FileSystem.append(line, to: path) > sizeLimit { rotate() }
    }

    /// Keeps both files until the lock is released; several processes can do so at the same time.
    ///
    /// - Returns: The lock, or nil if a process is removing a file at this moment.
    func keepFiles() -> FileLock? { try? FileLock.acquire(partsLockPath, .shared) }

    /// Keeps commands from appending parts of a step until the lock is released.
    ///
    /// - Returns: The lock, or nil if a command is appending them.
    func lockParts() -> FileLock? { try? FileLock.acquire(partsLockPath) }

    /// Returns the records, in no particular order; lines that are damaged are skipped.
    package func records() -> [UndoRecord] {
        [olderPath, path].flatMap { path -> [UndoRecord] in
            guard let bytes = try? FileSystem.read(path) else { return [] }
            return Self.records(bytes).compactMap { $0 }
        }
    }

    /// Returns the history of a store, with at least as many of its newest steps as requested, if
    /// there are as many.
    ///
    /// Of a long log, only the end is read, unless its steps are older or have parts.
    ///
    /// - Parameters:
    ///   - epoch: The epoch of the store.
    ///   - count: The number of steps.
    /// - Returns: The history, which may lack older steps.
    /// - Complexity: Linear in the part of the log that is read.
    package func history(epoch: String, newest count: Int) -> UndoHistory {
        var length = Self.endLength
        while let records = records(ofEnd: length) {
            let history = UndoHistory(records, epoch: epoch)
            if history.determines(newest: count) { return history }
            length *= 8
        }
        return UndoHistory(records(), epoch: epoch)
    }

    /// Returns the records in the last bytes of the log; nil if that is the whole log, or if it
    /// cannot be read.
    private func records(ofEnd length: Int) -> [UndoRecord]? {
        let file = FileIdentity(path: path)
        guard let end = try? FileSystem.readEnd(path, length: length) else { return nil }
        guard end.isWhole else { return Self.records(afterFirstLineOf: end.bytes) }
        guard
            let older = try? FileSystem.readEnd(olderPath, length: length - end.bytes.count),
            !older.isWhole,
            // Otherwise both may be the same file.
            FileIdentity(path: path) == file
        else { return nil }
        return Self.records(afterFirstLineOf: older.bytes)
            + Self.records(end.bytes).compactMap { $0 }
    }

    /// Returns the records of bytes that begin within a line.
    private static func records(afterFirstLineOf bytes: [UInt8]) -> [UndoRecord] {
        guard let start = bytes.firstIndex(of: 0x0A) else { return [] }
        return records(Array(bytes[start...])).compactMap { $0 }
    }

    /// Returns a record for every line that is not empty; nil for a damaged one.
    private static func records(_ bytes: [UInt8]) -> [UndoRecord?] {
        bytes.split(separator: 0x0A).map {
            (try? JSON.parse(Array($0))).flatMap { try? UndoRecord(json: $0) }
        }
    }

    /// Returns a sentence about each file that has damaged lines or cannot be read.
    func faults() -> [String] {
        [olderPath, path].compactMap { path -> String? in
            guard FileStatus(path: path) != nil else { return nil }
            do throws(ClientError) {
                let count = Self.records(try FileSystem.read(path)).count { $0 == nil }
                let lines = count == 1 ? "a line" : "\(count) lines"
                return count > 0 ? "\(path) has \(lines) that cannot be read" : nil
            } catch {
                return error.message
            }
        }
    }

    /// Executes a body that reads the log and undoes a step; a second process waits for the first.
    package func withLock<Result>(
        _ body: () throws(ClientError) -> Result
    ) throws(ClientError) -> Result {
        let deadline = Deadline.after(.seconds(30))
        while true {
            if let lock = try lock() {
                defer { withExtendedLifetime(lock) {} }
                return try body()
            }
            guard !deadline.isOver else {
                throw ClientError(.busy, "another process is undoing a change; try again later")
            }
            poll(nil, 0, 20)
        }
    }

    private func lock() throws(ClientError) -> FileLock? {
        if let slash = path.lastIndex(of: "/") {
            try FileSystem.makeDirectory(String(path[..<slash]))
        }
        do {
            return try FileLock.acquire(lockPath)
        } catch {
            throw ClientError(.file, "cannot lock \(lockPath): \(error)")
        }
    }

    /// Makes the file the older one, unless another process is doing so.
    private func rotate() {
        guard let lock = try? FileLock.acquire(lockPath) else { return }
        guard let parts = lockParts() else { return }
        defer { withExtendedLifetime((lock, parts)) {} }
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > sizeLimit else { return }
        rename(path, olderPath)
    }
}
