// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalSystem

extension FileSystem {
    /// Moves a file, also to another file system, and writes it to the disk.
    ///
    /// - Throws: An error if something exists at the new path, or the file cannot be written there;
    ///   the file then stays where it was.
    package static func move(_ source: String, to target: String) throws(ClientError) {
        guard try isMoved(source, to: target) else {
            throw failure("cannot write", path: target, reason: SystemError(EEXIST))
        }
        synchronizeDirectory(of: target)
    }

    /// Copies a file to a path; returns false if there is a file at the path.
    ///
    /// Only its owner can read the copy. It has another name until it is complete, so that a
    /// process that is killed leaves no part of it under this one.
    static func isCopied(_ source: String, to target: String) throws(ClientError) -> Bool {
        guard FileStatus(path: target) == nil else { return false }
        let temporary = temporaryPath(beside: target)
        unlink(temporary)
        defer { unlink(temporary) }
        try copy(source, to: temporary, for: target)
        return try isMoved(temporary, to: target)
    }

    /// Copies a file to a temporary path; errors name the path that it is for.
    private static func copy(
        _ source: String,
        to temporary: String,
        for target: String
    ) throws(ClientError) {
        let input = open(source, O_RDONLY | O_CLOEXEC)
        guard input >= 0 else { throw failure("cannot read", path: source) }
        defer { close(input) }
        let output = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw failure("cannot write", path: target) }
        defer { close(output) }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(input, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            let isWritten =
                count > 0
                ? write(Array(chunk[..<count]), descriptor: output)
                : count == 0 && fsync(output) == 0
            guard isWritten else {
                throw failure("cannot write", path: target)
            }
            if count == 0 { return }
        }
    }

    /// Writes the name of a file to the disk, if the file system supports it.
    private static func synchronizeDirectory(of path: String) {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
