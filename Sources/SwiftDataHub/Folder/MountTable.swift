// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The mounted file systems.
enum MountTable {
    /// Returns the time between two listings of a folder that is watched.
    ///
    /// The kernel does not notify about changes by other machines.
    static func pollInterval(of path: String) -> Duration {
        guard let real = realpath(path, nil) else { return .seconds(5) }
        defer { free(real) }
        guard let table = FolderFile.kernelFile("/proc/self/mountinfo"),
            let type = type(ofPath: String(cString: real), in: table)
        else { return .seconds(5) }
        return isRemote(type) ? .seconds(2) : .seconds(60)
    }

    /// Returns the type of the file system at a path, in a table as `/proc/self/mountinfo`.
    ///
    /// The table has no device that `stat(2)` returns for btrfs: the path decides.
    static func type(ofPath path: String, in table: String) -> String? {
        let path = escaped(path) + "/"
        var found: (length: Int, type: String)?
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 4, let dash = words.firstIndex(of: "-"), dash + 1 < words.count
            else { continue }
            let point = words[4].hasSuffix("/") ? String(words[4]) : words[4] + "/"
            // A later line of the same folder hides the earlier one.
            guard path.hasPrefix(point), point.utf8.count >= found?.length ?? 0 else { continue }
            found = (point.utf8.count, String(words[dash + 1]))
        }
        return found?.type
    }

    /// Returns a path with the characters that separate words as the table has them.
    private static func escaped(_ path: String) -> String {
        path.map { character in
            switch character {
            case " ": "\\040"
            case "\t": "\\011"
            case "\n": "\\012"
            case "\\": "\\134"
            default: String(character)
            }
        }
        .joined()
    }

    /// Returns whether other machines may change the files of a file system of a type.
    static func isRemote(_ type: String) -> Bool {
        let types = [
            "nfs", "cifs", "smb", "fuse", "9p", "ceph", "afs", "gluster", "virtiofs", "coda",
        ]
        return types.contains { type.hasPrefix($0) }
    }
}
