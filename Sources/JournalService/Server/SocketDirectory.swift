// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol

/// Makes the directory of the socket and checks that it is safe.
enum SocketDirectory {
    /// Prepares the directory of a socket.
    ///
    /// A directory that somebody named is taken as it is: the socket itself lets nobody else in.
    ///
    /// - Throws: `StartFailure` when it cannot be made, or is open to other users.
    static func prepare(for socket: SocketPath) throws(StartFailure) {
        let directory = socket.directory
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw StartFailure(
                .cannotCreate,
                "the directory \(directory) cannot be made: \(systemErrorText())"
            )
        }
        guard socket.origin != .option, socket.origin != .variable else { return }
        guard let facts = FileStatus.standing(at: directory) else {
            throw StartFailure(.cannotCreate, "\(directory): \(systemErrorText())")
        }
        do throws(PathError) {
            try SocketPath.requireSafe(directory, facts, geteuid())
        } catch {
            throw StartFailure(.notPermitted, error.description)
        }
    }
}

extension FileStatus {
    /// What stands at a path, without following a last link.
    package static func standing(at path: String) -> FileStatus? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let kind: FileStatus.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        return FileStatus(kind: kind, owner: status.st_uid, permissions: status.st_mode & 0o7777)
    }
}
