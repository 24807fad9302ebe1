// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import JournalProtocol

/// What the client asks the operating system about itself and its surroundings.
package enum ProcessFacts {
    /// The variables of this process.
    package static func environment() -> Environment {
        var variables: [String: String] = [:]
        var cursor = environ
        while let entry = cursor.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                variables[String(text[..<equals])] = String(text[text.index(after: equals)...])
            }
            cursor += 1
        }
        return Environment(variables)
    }

    /// The effective user.
    package static var uid: UInt32 { geteuid() }

    /// The home directory of the user database.
    package static var home: String? {
        guard let entry = getpwuid(getuid()), let directory = entry.pointee.pw_dir else {
            return nil
        }
        return String(cString: directory)
    }

    /// What stands at a path, without following a last link.
    package static func facts(_ path: String) -> FileStatus? {
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

    /// The file this process runs.
    package static var executable: String? { FileSystem.target(ofLink: "/proc/self/exe") }

    /// The short name of a process.
    static func name(of pid: Int32) -> String? {
        guard let bytes = try? FileSystem.read("/proc/\(pid)/comm") else { return nil }
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Whether a descriptor is open for reading.
    static func isReadable(_ descriptor: Int32) -> Bool {
        let flags = fcntl(descriptor, F_GETFL)
        return flags >= 0 && flags & O_ACCMODE != O_WRONLY
    }

    /// Whether a process has not ended; one that nobody has waited for yet has.
    package static func isRunning(_ process: Int) -> Bool {
        guard let bytes = try? FileSystem.read("/proc/\(process)/stat"),
            let name = bytes.lastIndex(of: UInt8(ascii: ")")), name + 2 < bytes.count
        else { return false }
        return bytes[name + 2] != UInt8(ascii: "Z") && bytes[name + 2] != UInt8(ascii: "X")
    }
}
