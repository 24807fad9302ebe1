// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalClient
package import JournalProtocol
internal import JournalSystem

/// A backup that is written to a file of the user.
///
/// A daemon that runs as an installed service can write only to the folder of its store. So it
/// writes the copy there, and this process, which has no such restriction, moves it.
package struct BackupFile {
    private let path: String

    /// Describes a backup at an absolute path.
    package init(path: String) { self.path = path }

    /// Writes the backup.
    ///
    /// - Returns: The reply of the daemon, with the path of the backup.
    /// - Throws: The error of the daemon, or an error if the file exists, if its folder does not
    ///   exist, or if it cannot be written; no file is left then.
    package func write(from client: JournalClient) throws(ClientError) -> Backup.Reply {
        // Before the copy is written, which can take minutes.
        try requireFreePath()
        let status = try client.call(Status())
        // No file can be written to the folder of a read-only store.
        guard let store = status.store, !status.isReadOnly else {
            return try client.call(Backup(path: path))
        }
        guard !isReserved(store: store) else {
            throw ClientError(
                .file,
                "\(path) is reserved for files of the store; choose a name that does not begin "
                    + "with the name of the store, or another folder"
            )
        }
        let temporary = TemporaryName(store: store)
        temporary.removeAbandoned()
        defer { unlink(temporary.path(getpid())) }
        var reply: Backup.Reply
        do throws(ClientError) {
            reply = try client.call(Backup(path: temporary.path(getpid())))
        } catch {
            guard error.cause?.kind == .backupFailed else { throw error }
            // The disk of the store may be full, while the backup's has room.
            guard let direct = try? client.call(Backup(path: path)) else { throw error }
            return direct
        }
        try FileSystem.move(reply.path, to: path)
        reply.path = path
        return reply
    }
}

extension BackupFile {
    private func requireFreePath() throws(ClientError) {
        guard FileStatus(path: path) == nil else {
            throw ClientError(
                .file,
                "\(path) exists already; choose another name or remove it"
            )
        }
        // A mistyped path must not become a folder.
        if let folder = FilePath.missingFolder(of: path) {
            throw ClientError(
                .file,
                "there is no folder \(folder)",
                advice: "Create it, or choose another one: journal backup --folder creates one."
            )
        }
    }

    /// Whether the path is in the folder of a store and begins with its name, as the files that
    /// migrations and deletions remove there.
    private func isReserved(store: String) -> Bool {
        let (own, reserved) = (Self.parts(of: path), Self.parts(of: store))
        return own.folder == reserved.folder && own.name.hasPrefix(reserved.name)
    }

    /// Returns the folder of a file, without symbolic links, and the name in it.
    private static func parts(of path: String) -> (folder: String, name: Substring) {
        let slash = path.lastIndex(of: "/") ?? path.startIndex
        let folder = String(path[..<slash])
        guard let resolved = realpath(folder.isEmpty ? "/" : folder, nil) else {
            return (folder, path[slash...].dropFirst())
        }
        defer { free(resolved) }
        return (String(cString: resolved), path[slash...].dropFirst())
    }
}

/// The names of copies that were not moved yet, in the folder of a store.
private struct TemporaryName {
    private let folder: String
    private let prefix: String
    private let suffix = ".tmp"

    init(store: String) {
        let slash = store.lastIndex(of: "/") ?? store.startIndex
        folder = String(store[..<slash])
        prefix = ".\(store[slash...].dropFirst()).backup-"
    }

    /// Returns the path of the copy of a process.
    func path(_ process: pid_t) -> String { "\(folder)/\(prefix)\(process)\(suffix)" }

    /// Removes the copies of processes that were interrupted.
    func removeAbandoned() {
        for name in FileSystem.names(in: folder)
        where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
            let digits = name.dropFirst(prefix.count).dropLast(suffix.count)
            guard let process = pid_t(digits), process > 0 else { continue }
            let isRunning = process != getpid() && (kill(process, 0) == 0 || errno != ESRCH)
            if !isRunning { unlink(path(process)) }
        }
    }
}
