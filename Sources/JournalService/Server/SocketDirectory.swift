// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem

/// Creates the directory of the socket and checks that it is safe.
enum SocketDirectory {
    /// Prepares the directory of a socket.
    ///
    /// A directory that was configured is neither created nor checked: a path that does not exist
    /// is more likely misspelt, and the mode of the socket excludes other users.
    ///
    /// - Throws: `StartupError` if it does not exist or cannot be created, or other users can write
    ///   to it.
    static func prepare(for socket: SocketPath) throws(StartupError) {
        let directory = socket.directory
        guard !socket.isExplicit else {
            do throws(PathError) {
                try socket.requireDirectory { FileStatus(path: $0) }
            } catch {
                throw StartupError(.cannotCreate, error.description)
            }
            return
        }
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
            throw StartupError(
                .cannotCreate,
                "cannot create the directory \(directory): \(SystemError.last)"
            )
        }
        guard let status = FileStatus(path: directory) else {
            throw StartupError(.cannotCreate, "\(directory): \(SystemError.last)")
        }
        do throws(PathError) {
            try SocketPath.requireSafe(directory, status: status, ownedBy: geteuid())
        } catch {
            throw StartupError(.notPermitted, error.description)
        }
    }
}
