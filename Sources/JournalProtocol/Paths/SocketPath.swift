// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import JournalSystem

/// Where the socket is: one rule for the daemon and every client, so that they always meet.
///
/// In order: the option `--socket`, the variable `JOURNAL_SOCKET`, `$XDG_RUNTIME_DIR/journal/`,
/// `/run/user/<uid>/journal/` (the same place, found without the variable, as in cron or after
/// `su`), and `/tmp/journal-<uid>/`. A directory that belongs to somebody else is passed over.
package struct SocketPath: Sendable, Equatable {
    /// Which rule chose the path.
    package enum Origin: Sendable, Equatable {
        case option
        case variable
        case runtimeDirectory
        case runUser
        case temporary
    }

    /// The path of the socket.
    package let path: String
    /// Which rule chose it.
    package let origin: Origin

    /// The directory that must be the user's own, mode 0700.
    package var directory: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The same socket for a process that stands elsewhere.
    ///
    /// - Throws: When the absolute path is too long, or there is none.
    package func absolute(from directory: String) throws(PathError) -> SocketPath {
        try Self.checked(try AbsolutePath.path(path, from: directory), origin)
    }

    /// Chooses the path.
    ///
    /// - Parameters:
    ///   - option: The value of `--socket`.
    ///   - environment: The variables of the process.
    ///   - uid: The effective user.
    ///   - facts: What `lstat` tells of a path, nil when nothing is there.
    /// - Returns: The path and the rule that chose it.
    /// - Throws: When the path is too long or relative, or `/tmp/journal-<uid>` is not safe to use.
    package static func resolve(
        option: String? = nil,
        environment: Environment,
        uid: UInt32,
        facts: (String) -> FileStatus?
    ) throws(PathError) -> SocketPath {
        if let option { return try explicit(option, "--socket", .option) }
        if let variable = environment["JOURNAL_SOCKET"] {
            return try explicit(variable, "JOURNAL_SOCKET", .variable)
        }
        if let directory = environment.directory("XDG_RUNTIME_DIR"),
            isOwn(facts(directory), uid)
        {
            return try checked("\(directory)/journal/journal.sock", .runtimeDirectory)
        }
        if isOwn(facts("/run/user/\(uid)"), uid) {
            return try checked("/run/user/\(uid)/journal/journal.sock", .runUser)
        }
        let directory = "/tmp/journal-\(uid)"
        if let found = facts(directory) { try requireSafe(directory, found, uid) }
        return try checked("\(directory)/journal.sock", .temporary)
    }

    /// Checks that nobody else can put a socket of their own into a directory.
    ///
    /// - Throws: When it is a link, belongs to another user, or others have access.
    package static func requireSafe(
        _ directory: String,
        _ facts: FileStatus,
        _ uid: UInt32
    ) throws(PathError) {
        guard facts.kind == .directory else {
            throw PathError("\(directory) is not a directory; remove it")
        }
        guard facts.owner == uid else {
            throw PathError("\(directory) belongs to user \(facts.owner), not to you (\(uid))")
        }
        guard facts.permissions & 0o077 == 0 else {
            throw PathError("\(directory) is open to other users; run: chmod 700 \(directory)")
        }
    }

    private static func isOwn(_ facts: FileStatus?, _ uid: UInt32) -> Bool {
        facts?.kind == .directory && facts?.owner == uid
    }

    private static func explicit(
        _ path: String,
        _ name: String,
        _ origin: Origin
    ) throws(PathError) -> SocketPath {
        guard !path.isEmpty, !path.hasSuffix("/") else {
            throw PathError("\(name) must name a file")
        }
        return try checked(path, origin)
    }

    private static func checked(
        _ path: String,
        _ origin: Origin
    ) throws(PathError) -> SocketPath {
        guard path.utf8.count <= UnixSocketAddress.maximumPathLength else {
            throw PathError(
                "the socket path \(path) is \(path.utf8.count) bytes; the limit is "
                    + "\(UnixSocketAddress.maximumPathLength). Choose a shorter one with --socket"
            )
        }
        return SocketPath(path: path, origin: origin)
    }
}
