// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The process and the user at the other end of a Unix socket, recorded by the kernel when the
/// connection was made.
///
/// The layout equals `struct ucred`, which `<sys/socket.h>` declares for GNU sources only.
package struct PeerCredentials: Hashable, Sendable, BitwiseCopyable {
    /// The process.
    package private(set) var processID: Int32 = 0
    /// The effective user.
    package private(set) var userID: UInt32 = 0
    /// The effective group.
    package private(set) var groupID: UInt32 = 0

    /// The name of the socket option, at the level `SOL_SOCKET`.
    package static let socketOption = SO_PEERCRED

    /// Reads the credentials of a socket's peer, or returns `nil`.
    package init?(socket: Int32) {
        var length = socklen_t(MemoryLayout<PeerCredentials>.size)
        guard getsockopt(socket, SOL_SOCKET, Self.socketOption, &self, &length) == 0 else {
            return nil
        }
    }

    /// Whether the peer runs as the same user as this process.
    package var isCurrentUser: Bool { userID == geteuid() }
}
