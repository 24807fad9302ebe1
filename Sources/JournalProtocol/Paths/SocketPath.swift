// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalSystem

/// The path of the socket, resolved by the same rules in the daemon and in every client.
///
/// In order of precedence: the option `--socket`, the variable `JOURNAL_SOCKET`,
/// `$XDG_RUNTIME_DIR/journal/`, `/run/user/<uid>/journal/` (the same directory, for environments
/// without the variable, such as cron or `su`), and `/tmp/journal-<uid>/`. A runtime directory
/// owned by another user is skipped.
package struct SocketPath: Sendable, Equatable {
    /// The rules that determine the path.
    package enum Origin: Sendable, Equatable {
        case option
        case variable
        case runtimeDirectory
        case runUser
        case temporary
    }

    /// The path of the socket.
    package let path: String
    /// The rule that determined the path.
    package let origin: Origin

    /// The directory of the socket, which must be owned by the user with mode 0700.
    package var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Whether the path was given, by an option or a variable, and is not the usual one.
    package var isExplicit: Bool { origin == .option || origin == .variable }

    /// Checks that the directory of the socket exists.
    ///
    /// Only the daemon's own directories are created; a given path whose directory does not exist
    /// is an error.
    ///
    /// - Parameter status: A function that returns the status of the file at a path, or nil if
    ///   there is none.
    /// - Throws: If it does not exist.
    package func requireDirectory(status: (String) -> FileStatus?) throws(PathError) {
        guard status(directory) == nil else { return }
        throw PathError(
            "the directory \(directory) of the socket does not exist; create it, or correct "
                + (origin == .variable ? "JOURNAL_SOCKET" : "--socket")
        )
    }

    /// Returns the path resolved against a working directory.
    ///
    /// - Throws: If the absolute path is too long or cannot be determined.
    package func absolute(from directory: String) throws(PathError) -> SocketPath {
        try Self.checked(try AbsolutePath.path(path, from: directory), from: origin)
    }

    /// Determines the path.
    ///
    /// A given path that equals the usual one counts as the usual one.
    ///
    /// - Parameters:
    ///   - option: The value of `--socket`.
    ///   - environment: The environment variables of the process.
    ///   - uid: The effective user id.
    ///   - status: A function that returns the `lstat` result for a path, or nil if no file exists.
    /// - Returns: The path and the rule that determined it.
    /// - Throws: If the path is too long or invalid, or if `/tmp/journal-<uid>` is not safe to use.
    package static func resolve(
        option: String? = nil,
        environment: Environment,
        uid: UInt32,
        status: (String) -> FileStatus?
    ) throws(PathError) -> SocketPath {
        let given: SocketPath
        if let option {
            given = try explicit(option, named: "--socket", from: .option)
        } else if let variable = environment["JOURNAL_SOCKET"] {
            given = try explicit(variable, named: "JOURNAL_SOCKET", from: .variable)
        } else {
            return try usual(environment: environment, uid: uid, status: status)
        }
        let usual = try? usual(environment: environment, uid: uid, status: status)
        return usual?.path == given.path ? usual ?? given : given
    }

    /// Determines the path that applies if none is given.
    private static func usual(
        environment: Environment,
        uid: UInt32,
        status: (String) -> FileStatus?
    ) throws(PathError) -> SocketPath {
        if let directory = environment.directory("XDG_RUNTIME_DIR"),
            isOwn(status(directory), of: uid)
        {
            return try checked("\(directory)/journal/journal.sock", from: .runtimeDirectory)
        }
        if isOwn(status("/run/user/\(uid)"), of: uid) {
            return try checked("/run/user/\(uid)/journal/journal.sock", from: .runUser)
        }
        let directory = "/tmp/journal-\(uid)"
        if let found = status(directory) { try requireSafe(directory, status: found, ownedBy: uid) }
        return try checked("\(directory)/journal.sock", from: .temporary)
    }

    /// Checks that no other user can place a socket in a directory.
    ///
    /// - Throws: If it is not a directory, belongs to another user, or is accessible to others.
    package static func requireSafe(
        _ directory: String,
        status: FileStatus,
        ownedBy uid: UInt32
    ) throws(PathError) {
        guard status.type == .directory else {
            throw PathError("\(directory) is not a directory; remove it")
        }
        guard status.owner == uid else {
            throw PathError(
                "\(directory) is owned by user \(status.owner), not by you (user \(uid))"
            )
        }
        guard status.permissions & 0o077 == 0 else {
            throw PathError(
                "\(directory) is accessible to other users; run: chmod 700 \(directory)"
            )
        }
    }

    private static func isOwn(_ status: FileStatus?, of uid: UInt32) -> Bool {
        status?.type == .directory && status?.owner == uid
    }

    private static func explicit(
        _ path: String,
        named name: String,
        from origin: Origin
    ) throws(PathError) -> SocketPath {
        guard !path.isEmpty, !path.hasSuffix("/") else {
            throw PathError("\(name) must be the path of a file, not of a directory")
        }
        return try checked(path, from: origin)
    }

    private static func checked(
        _ path: String,
        from origin: Origin
    ) throws(PathError) -> SocketPath {
        guard path.utf8.count <= UnixSocketAddress.maximumPathLength else {
            throw PathError(
                "the socket path \(path) is \(path.utf8.count) bytes; the limit is "
                    + "\(UnixSocketAddress.maximumPathLength). Choose a shorter path with --socket"
            )
        }
        return SocketPath(path: path, origin: origin)
    }
}
