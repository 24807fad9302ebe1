// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
internal import JournalSystem

/// The lock on a draft while it is open in an editor, so that no second process uses it.
///
/// It is a hidden file beside the draft: an editor may replace the draft itself.
package struct DraftLock {
    private let lock: FileLock
    private let lockPath: String

    /// Locks a draft; throws an error if another process has opened it.
    init(_ path: String) throws(ClientError) {
        lockPath = Self.lockPath(path)
        let lock: FileLock?
        do {
            lock = try FileLock.acquire(lockPath)
        } catch {
            throw ClientError(.file, "cannot lock \(lockPath): \(error)")
        }
        guard let lock else { throw Self.inUse(path, by: FileLock.holder(of: lockPath)) }
        self.lock = lock
    }

    /// Removes the lock; one that a killed process has left has no effect.
    func release() {
        withExtendedLifetime(lock) { _ = unlink(lockPath) }
    }

    /// Returns the process that has opened a draft, or nil if there is none.
    static func holder(of path: String) -> Int32? {
        FileLock.holder(of: lockPath(path)).flatMap {
            ProcessTable.isRunning(Int($0)) ? $0 : nil
        }
    }

    /// Returns the error about a draft that another process has opened.
    package static func inUse(_ path: String, by holder: Int32?) -> ClientError {
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
