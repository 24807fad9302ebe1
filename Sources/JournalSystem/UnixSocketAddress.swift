// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The address of a Unix domain socket in the file system.
package struct UnixSocketAddress: Hashable, Sendable {
    /// The maximum length of a path in bytes: the size of `sun_path` without its terminating zero.
    package static let maximumPathLength = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// The path of the socket.
    package let path: String

    /// Creates an address, or returns nil if the path is too long.
    package init?(path: String) {
        guard path.utf8.count <= Self.maximumPathLength else { return nil }
        self.path = path
    }

    /// Returns the address that a socket is bound to, or nil if it has no path.
    package init?(of descriptor: Int32) {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let outcome = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard outcome == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        path = withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if path.isEmpty { return nil }
    }

    /// Connects a socket to this address.
    package func connect(_ descriptor: Int32) throws(SystemError) {
        try call { Glibc.connect(descriptor, $0, $1) }
    }

    /// Binds a socket to this address, which creates the file.
    package func bind(_ descriptor: Int32) throws(SystemError) {
        try call { Glibc.bind(descriptor, $0, $1) }
    }

    private func call(
        _ function: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws(SystemError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard outcome == 0 else { throw .last }
    }
}
