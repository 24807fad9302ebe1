// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol

/// A socket that listens, and what belongs to it.
struct Listener: ~Copyable {
    /// The listening socket; whoever takes it closes it.
    let descriptor: Int32
    /// Where it listens, if that is known.
    let path: String?
    /// Held when the path is ours to bind and to remove.
    private let lock: SocketLock?

    /// Takes a socket that somebody else made and holds, such as systemd.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        path = Self.path(of: descriptor)
        lock = nil
    }

    /// Makes a socket that only its owner can connect to.
    ///
    /// - Throws: `StartFailure` when there can be none.
    init(binding path: String, holding lock: SocketLock) throws(StartFailure) {
        try Self.removeLeftover(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Self.closeOnExec, 0)
        guard descriptor >= 0 else {
            throw StartFailure(.cannotCreate, "no socket: \(systemErrorText())")
        }
        // On Linux the mode of the socket becomes the mode of the file, so the file is never open to
        // others, not even for a moment.
        guard fchmod(descriptor, 0o600) == 0, Self.bind(descriptor, path) == 0,
            listen(descriptor, 1024) == 0
        else {
            let reason = systemErrorText()
            close(descriptor)
            throw StartFailure(.cannotCreate, "cannot listen at \(path): \(reason)")
        }
        self.descriptor = descriptor
        self.path = path
        self.lock = lock
    }

    /// The file of the socket, if it is ours.
    var file: String? { lock == nil ? nil : path }

    /// Removes the socket's file, if it is ours.
    ///
    /// Connections that came before are still accepted; later ones find nobody and start a daemon,
    /// which waits for our lock.
    func removeFile() {
        if let path, lock != nil { unlink(path) }
    }

    // SOCK_CLOEXEC of <sys/socket.h>, which is an enumerator of a type of its own there.
    private static let closeOnExec: Int32 = 0o2000000

    private static func removeLeftover(_ path: String) throws(StartFailure) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw StartFailure(.cannotCreate, "\(path) is there and is not a socket")
        }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StartFailure(
                .cannotCreate,
                "the old socket \(path) cannot be removed: \(systemErrorText())"
            )
        }
    }

    private static func bind(_ descriptor: Int32, _ path: String) -> Int32 {
        guard var address = sockaddr_un(path: path) else {
            errno = ENAMETOOLONG
            return -1
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func path(of descriptor: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let outcome = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &length)
            }
        }
        guard outcome == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = withUnsafeBytes(of: address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.isEmpty ? nil : path
    }
}

extension sockaddr_un {
    /// The address of a path; nil when the path is too long.
    init?(path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count <= SocketPath.longest else { return nil }
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
    }
}
