// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem

/// A listening socket, and its file.
struct Listener: ~Copyable {
    /// The listening socket, open until `end()`.
    let descriptor: Int32
    /// The path at which it listens, if known.
    let path: String?
    /// The lock of the path; nil if this process does not own the path.
    private let lock: FileLock?
    /// The file at the path, if this process has created it.
    private let identity: FileIdentity?

    /// Adopts a socket that was created by another process, such as systemd.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        path = UnixSocketAddress(of: descriptor)?.path
        lock = nil
        identity = nil
    }

    /// Creates a socket that only its owner can connect to.
    ///
    /// - Throws: `StartupError` if that fails.
    init(binding path: String, holding lock: FileLock) throws(StartupError) {
        try Self.removeLeftover(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Self.closeOnExec, 0)
        guard descriptor >= 0 else {
            throw StartupError(.cannotCreate, "cannot create a socket: \(SystemError.last)")
        }
        // On Linux the file gets the mode of the socket, so other users can never connect, not even
        // for a moment.
        do throws(SystemError) {
            guard let address = UnixSocketAddress(path: path) else { throw .nameTooLong }
            guard fchmod(descriptor, 0o600) == 0 else { throw .last }
            try address.bind(descriptor)
            guard listen(descriptor, 1024) == 0 else { throw .last }
        } catch {
            close(descriptor)
            throw StartupError(.cannotCreate, "cannot listen at \(path): \(error)")
        }
        self.descriptor = descriptor
        self.path = path
        self.lock = lock
        identity = FileIdentity(path: path)
    }

    /// The file of the socket, if this process owns it.
    var file: String? { lock == nil ? nil : path }

    /// Removes the file of the socket, if this process owns it and no other daemon has replaced it.
    ///
    /// Earlier connections are still accepted; later clients start a daemon, which waits for the
    /// lock.
    func removeFile() {
        if let path, lock != nil, FileIdentity(path: path) == identity { unlink(path) }
    }

    /// Returns a duplicate of the socket, with which one service accepts connections.
    ///
    /// - Throws: `StartupError` if there are too many open descriptors.
    func duplicate() throws(StartupError) -> Int32 {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard duplicate >= 0 else {
            throw StartupError(.cannotCreate, "cannot share the socket: \(SystemError.last)")
        }
        return duplicate
    }

    /// Removes the file and closes the socket, once, before the last service stops accepting.
    func end() {
        removeFile()
        close(descriptor)
    }

    // `SOCK_CLOEXEC` of <sys/socket.h>, which is an enumerator of a separate type there.
    private static let closeOnExec: Int32 = 0o2000000

    private static func removeLeftover(_ path: String) throws(StartupError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw StartupError(.cannotCreate, "\(path) exists and is not a socket")
        }
        guard unlink(path) == 0 || errno == ENOENT else {
            throw StartupError(
                .cannotCreate,
                "cannot remove the old socket \(path): \(SystemError.last)"
            )
        }
    }
}
