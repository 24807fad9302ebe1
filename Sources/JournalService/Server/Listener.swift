// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol
internal import JournalSystem

/// A socket that listens, and what belongs to it.
struct Listener: ~Copyable {
    /// The listening socket; whoever takes it closes it.
    let descriptor: Int32
    /// Where it listens, if that is known.
    let path: String?
    /// Held when the path is ours to bind and to remove.
    private let lock: FileLock?

    /// Takes a socket that somebody else made and holds, such as systemd.
    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
        path = UnixSocketAddress(of: descriptor)?.path
        lock = nil
    }

    /// Makes a socket that only its owner can connect to.
    ///
    /// - Throws: `StartFailure` when there can be none.
    init(binding path: String, holding lock: FileLock) throws(StartFailure) {
        try Self.removeLeftover(path)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Self.closeOnExec, 0)
        guard descriptor >= 0 else {
            throw StartFailure(.cannotCreate, "no socket: \(SystemError.last)")
        }
        // On Linux the mode of the socket becomes the mode of the file, so the file is never open to
        // others, not even for a moment.
        do throws(SystemError) {
            guard let address = UnixSocketAddress(path: path) else { throw .nameTooLong }
            guard fchmod(descriptor, 0o600) == 0 else { throw .last }
            try address.bind(descriptor)
            guard listen(descriptor, 1024) == 0 else { throw .last }
        } catch {
            close(descriptor)
            throw StartFailure(.cannotCreate, "cannot listen at \(path): \(error)")
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
                "the old socket \(path) cannot be removed: \(SystemError.last)"
            )
        }
    }
}
