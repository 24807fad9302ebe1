// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalClient
internal import JournalProtocol
internal import JournalSystem

extension Doctor {
    /// Checks the folder of the socket, and whether a socket was left behind.
    func socket(isRunning: Bool) -> Finding {
        let path = client.socket
        guard let folder = FileStatus(path: path.directory) else {
            return Finding("socket", "\(path.path), not created yet")
        }
        do {
            try SocketPath.requireSafe(
                path.directory,
                status: folder,
                ownedBy: CurrentProcess.userID
            )
        } catch {
            return Self.unsafeFolder(path.directory, status: folder, because: error)
        }
        var status = stat()
        guard lstat(path.path, &status) == 0 else {
            return Finding("socket", "\(path.path), not created yet")
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            return Finding(
                "socket",
                .error,
                "\(path.path) is not a socket",
                advice: "Remove or rename it."
            )
        }
        // A socket of systemd has no daemon while it waits.
        let isUsed = isRunning || control.usesSystemd || isAnswered(path.path)
        return isUsed ? Finding("socket", path.path) : Self.abandonedSocket(path.path)
    }

    private static func unsafeFolder(
        _ directory: String,
        status: FileStatus,
        because error: PathError
    ) -> Finding {
        let isOwn = status.type == .directory && status.owner == CurrentProcess.userID
        return Finding(
            "socket",
            .error,
            error.description,
            advice: isOwn ? "Run: chmod 700 \(directory)" : "Use another with --socket.",
            repair: isOwn
                ? { () throws(ClientError) in
                    try makePrivate(directory, mode: 0o700)
                    return "made \(directory) private"
                } : nil
        )
    }

    private static func abandonedSocket(_ path: String) -> Finding {
        Finding(
            "socket",
            .warning,
            "\(path) was left behind by a daemon that ended",
            advice: "The next daemon replaces it, or: journal doctor --fix",
            repair: { () throws(ClientError) in
                // Only the holder of the lock may remove it.
                guard let lock = try? FileLock.acquire(path + ".lock") else {
                    throw ClientError(.busy, "a daemon is just starting; try again")
                }
                try FileSystem.remove(path)
                withExtendedLifetime(lock) {}
                return "removed \(path)"
            }
        )
    }

    private func isAnswered(_ path: String) -> Bool {
        (try? client.connectIfRunning()) ?? true
    }

    /// Checks the folder of the store: its owner, its permissions and its free space.
    func folder(of store: String) -> [Finding] {
        let folder = String(store[..<(store.lastIndex(of: "/") ?? store.startIndex)])
        let written = Self.written(folder, in: "folder", variable: "XDG_DATA_HOME")
        guard let status = FileStatus(path: folder) else { return [written] }
        var findings = written.state == .ok ? [] : [written]
        for (path, mode) in [(folder, UInt32(0o700)), (store, 0o600)] {
            guard let status = FileStatus(path: path), status.type != .link,
                status.permissions & 0o077 != 0, status.owner == CurrentProcess.userID
            else { continue }
            findings.append(
                Finding(
                    "folder",
                    .warning,
                    "\(path) can be accessed by other users",
                    advice: "Run: chmod \(String(mode, radix: 8)) \(path)",
                    repair: { () throws(ClientError) in
                        try Self.makePrivate(path, mode: mode)
                        return "made \(path) private"
                    }
                )
            )
        }
        if findings.isEmpty { findings.append(written) }
        return findings + space(in: folder, status: status)
    }

    /// Checks the folder for drafts, undelivered entries and logs.
    func stateFolder() -> Finding {
        let area = "state"
        do throws(ClientError) {
            let folder = try context.stateDirectory()
            return Self.written(folder, in: area, variable: "XDG_STATE_HOME")
        } catch {
            return Finding(area, .error, error.message, advice: error.advice)
        }
    }

    /// Returns the finding about a folder in which files are created; the folder itself is created
    /// when it is needed, if that is possible.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder.
    ///   - area: The area of the finding.
    ///   - variable: The variable that names another place.
    /// - Returns: The finding.
    private static func written(_ folder: String, in area: String, variable: String) -> Finding {
        var parent = folder
        while FileStatus(path: parent) == nil, let slash = parent.lastIndex(of: "/") {
            parent = String(parent[..<slash])
        }
        if parent.isEmpty { parent = "/" }
        let exists = parent == folder
        guard let error = creationError(in: parent) else {
            return Finding(area, exists ? folder : "\(folder), not created yet")
        }
        let problem = exists ? "cannot be written" : "cannot be created in \(parent)"
        return Finding(
            area,
            .error,
            "\(folder) \(problem): \(error)",
            advice: "Correct the owner and permissions of \(parent), or set \(variable)."
        )
    }

    /// Returns the reason why no file can be created in a folder, or `nil`.
    ///
    /// Checking permissions is not enough: a superuser may write to `/proc`, in which no file can
    /// be created.
    private static func creationError(in folder: String) -> SystemError? {
        let path = FileSystem.temporaryPath(beside: "\(folder)/.journal-doctor")
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { return SystemError.last }
        rmdir(path)
        return nil
    }

    private func space(in folder: String, status: FileStatus) -> [Finding] {
        var info = statvfs()
        guard statvfs(folder, &info) == 0, info.f_blocks > 0 else { return [] }
        let free = Int(info.f_bavail) * Int(info.f_frsize)
        let text = Self.freeSpace(free)
        let advice = "Free some space on the file system of \(folder)."
        if free < 16 << 20 { return [Finding("disk", .error, text, advice: advice)] }
        if free < 256 << 20 { return [Finding("disk", .warning, text, advice: advice)] }
        if info.f_files > 0, info.f_favail < 100 {
            return [Finding("disk", .error, "\(info.f_favail) inodes free", advice: advice)]
        }
        return [Finding("disk", text)]
    }

    /// Returns a size with three or four digits, as of a disk.
    static func freeSpace(_ bytes: Int) -> String {
        let mebibytes = bytes >> 20
        return mebibytes < 10_240 ? "\(mebibytes) MiB free" : "\(mebibytes >> 10) GiB free"
    }

    private static func makePrivate(_ path: String, mode: UInt32) throws(ClientError) {
        guard chmod(path, mode_t(mode)) == 0 else {
            throw ClientError(.file, "cannot change \(path): \(SystemError.last)")
        }
    }
}
