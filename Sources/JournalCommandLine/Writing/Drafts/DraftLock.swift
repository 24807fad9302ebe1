// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalSystem

/// The lock on a draft while it is open in an editor and until it is written, so that no second
/// process uses it.
///
/// It is a separate hidden file, because an editor may replace the draft itself. The file is
/// removed while it is locked; a process that locks a removed file locks the next one instead.
package final class DraftLock: Sendable {
    private static let maximumAttemptCount = 10

    private let lock: FileLock
    private let lockPath: String

    /// Locks a draft.
    ///
    /// - Throws: An error if another process has opened it.
    package init(_ path: String) throws(ClientError) {
        lockPath = Self.lockPath(path)
        guard let lock = try Self.acquire(lockPath) else {
            throw Self.inUse(path, by: FileLock.holder(of: lockPath))
        }
        self.lock = lock
    }

    private static func acquire(_ lockPath: String) throws(ClientError) -> FileLock? {
        for attempt in 1...maximumAttemptCount {
            do {
                let lock = try FileLock.acquire(lockPath)
                if let lock, lock.isFile(at: lockPath) { return lock }
            } catch {
                throw ClientError(.file, "cannot lock \(lockPath): \(error)")
            }
            // `holder` and the end of another use hold the lock for a moment.
            if attempt < maximumAttemptCount { poll(nil, 0, 5) }
        }
        return nil
    }

    deinit { _ = unlink(lockPath) }

    /// Returns the process that has opened a draft, or `nil`.
    static func holder(of path: String) -> Int32? {
        let lockPath = lockPath(path)
        return FileLock.isHeld(lockPath) ? FileLock.holder(of: lockPath) ?? 0 : nil
    }

    /// Returns the error about a draft that another process has opened.
    private static func inUse(_ path: String, by holder: Int32?) -> ClientError {
        let process = holder.map { " (process \($0))" } ?? ""
        return ClientError(
            .nothingFound,
            "\(SavedText.name(of: path)) is open in another editor\(process)",
            advice: "Close the editor first; it then writes the text or leaves it as a draft."
        )
    }

    private static func lockPath(_ path: String) -> String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return "\(path[..<slash]).\(path[slash...]).lock"
    }
}
