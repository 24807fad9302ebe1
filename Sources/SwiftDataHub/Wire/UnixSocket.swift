// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Sockets with paths.
enum UnixSocket {
    /// Connects to a socket.
    static func connect(to path: String) throws(HubError) -> Int32 {
        let descriptor = try make(path)
        guard call(path, { Glibc.connect(descriptor, $0, $1) }) == 0 else {
            let error = errno
            close(descriptor)
            throw .system(error, failure: "cannot connect to \(path)")
        }
        return descriptor
    }

    /// Creates a socket that accepts connections; one that no process uses any more is replaced.
    static func listen(at path: String) throws(HubError) -> Int32 {
        let descriptor = try make(path)
        do throws(HubError) {
            // A socket that another process has just created looks unused until it listens.
            let lock = try lock(path + ".lock")
            defer { close(lock) }
            if call(path, { bind(descriptor, $0, $1) }) != 0 {
                let error = errno
                guard error == EADDRINUSE, isUnused(path) else {
                    throw .system(error, failure: "cannot listen on \(path)")
                }
                unlink(path)
                guard call(path, { bind(descriptor, $0, $1) }) == 0 else {
                    throw .system(errno, failure: "cannot listen on \(path)")
                }
            }
            chmod(path, 0o600)
            guard Glibc.listen(descriptor, 16) == 0 else {
                throw .system(errno, failure: "cannot listen on \(path)")
            }
        } catch {
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Waits for the lock of a file, which the returned descriptor keeps until it is closed.
    private static func lock(_ path: String) throws(HubError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw .system(errno, failure: "cannot create \(path)") }
        while flock(descriptor, LOCK_EX) != 0 {
            let error = errno
            guard error == EINTR else {
                close(descriptor)
                throw .system(error, failure: "cannot lock \(path)")
            }
        }
        return descriptor
    }

    /// Returns whether the process at the other end is one of this user.
    static func isOwn(_ descriptor: Int32) -> Bool {
        // The process, the user and the group.
        var numbers: (Int32, UInt32, UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: numbers))
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &numbers, &length) == 0
            && numbers.1 == geteuid()
    }

    private static func make(_ path: String) throws(HubError) -> Int32 {
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw HubError(.invalid, message: "the path \(path) is too long; use a shorter one")
        }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, kind, 0)
        guard descriptor >= 0 else { throw .system(errno, failure: "cannot create a socket") }
        return descriptor
    }

    private static func isUnused(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK,
            let other = try? make(path)
        else { return false }
        defer { close(other) }
        return call(path, { Glibc.connect(other, $0, $1) }) != 0 && errno == ECONNREFUSED
    }

    private static func call(
        _ path: String,
        _ function: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                function($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
