// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The type, the owner and the permissions of a file.
package struct FileStatus: Sendable, Equatable {
    /// The type of a file.
    package enum FileType: Sendable, Equatable {
        case directory
        case link
        case other
    }

    /// The type of the file.
    package var type: FileType
    /// The user that owns the file.
    package var owner: UInt32
    /// The permission bits.
    package var permissions: UInt32

    /// Describes a file.
    package init(type: FileType, owner: UInt32, permissions: UInt32) {
        self.type = type
        self.owner = owner
        self.permissions = permissions
    }

    /// Reads the status of the file at a path, or of the link itself; returns `nil` if it does not
    /// exist.
    package init?(path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let type: FileType =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .directory
            case S_IFLNK: .link
            default: .other
            }
        self.init(type: type, owner: status.st_uid, permissions: status.st_mode & 0o7777)
    }
}
