// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The mounted file systems.
enum MountTable {
    /// Returns the time between two listings of a folder that is watched.
    ///
    /// The kernel does not notify about changes by other machines.
    static func pollInterval(of path: String) -> Duration {
        var status = stat()
        guard stat(path, &status) == 0,
            let table = FolderFile.kernelFile("/proc/self/mountinfo"),
            let type = type(ofDevice: UInt64(status.st_dev), in: table)
        else { return .seconds(5) }
        return isRemote(type) ? .seconds(2) : .seconds(60)
    }

    /// Returns the type of the file system of a device, in a table as `/proc/self/mountinfo`.
    static func type(ofDevice device: UInt64, in table: String) -> String? {
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count > 2, words[2] == "\(major):\(minor)",
                let dash = words.firstIndex(of: "-"), dash + 1 < words.count
            else { continue }
            return String(words[dash + 1])
        }
        return nil
    }

    /// Returns whether other machines may change the files of a file system of a type.
    static func isRemote(_ type: String) -> Bool {
        let types = [
            "nfs", "cifs", "smb", "fuse", "9p", "ceph", "afs", "gluster", "virtiofs", "coda",
        ]
        return types.contains { type.hasPrefix($0) }
    }
}
