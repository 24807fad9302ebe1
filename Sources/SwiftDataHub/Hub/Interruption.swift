// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// A descriptor that can be read while there is a reason to end a wait.
final class Interruption: Sendable {
    /// The descriptor to wait for.
    let descriptor: Int32
    private let other: Int32

    /// Creates a descriptor without a reason.
    init() throws(HubError) {
        (descriptor, other) = try SocketPair.make()
    }

    deinit {
        close(descriptor)
        close(other)
    }

    /// Adds a reason.
    func raise() {
        var byte: UInt8 = 0
        // With more reasons than the socket has room for, it can be read anyway.
        send(other, &byte, 1, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }

    /// Removes a reason.
    func lower() {
        var byte: UInt8 = 0
        recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT))
    }
}

/// Two connected sockets, which a started program does not inherit.
enum SocketPair {
    static func make() throws(HubError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw .system(errno, failure: "cannot create a socket")
        }
        return (ends[0], ends[1])
    }
}
