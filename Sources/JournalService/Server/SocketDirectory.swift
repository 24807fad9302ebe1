// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem

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
                "the directory \(directory) cannot be made: \(SystemError.last)"
            )
        }
        guard socket.origin != .option, socket.origin != .variable else { return }
        guard let facts = FileStatus(path: directory) else {
            throw StartFailure(.cannotCreate, "\(directory): \(SystemError.last)")
        }
        do throws(PathError) {
            try SocketPath.requireSafe(directory, facts, geteuid())
        } catch {
            throw StartFailure(.notPermitted, error.description)
        }
    }
}
