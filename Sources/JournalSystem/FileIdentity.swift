// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The device and the inode of a file: equal for two paths or descriptors of one file.
package struct FileIdentity: Hashable, Sendable {
    /// The number of the device.
    package let device: UInt64
    /// The number of the inode.
    package let inode: UInt64

    /// Creates an identity from its numbers.
    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    /// Returns the identity of the file at a path, following links, or `nil`.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Returns the identity of an open file, or nil if the descriptor is closed.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }
}

/// The identity of a file with its size and the time of its last change: another one after the file
/// was replaced or written.
package struct FileStamp: Equatable, Sendable {
    private let identity: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Returns the stamp of the file at a path, following links, or `nil`.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
