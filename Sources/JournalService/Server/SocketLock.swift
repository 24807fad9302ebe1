// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The right to bind a socket path, held as long as the object lives.
///
/// A socket file that its daemon left behind says nothing: any bind to it fails, nobody listens. Only
/// the holder of this lock may remove one. The kernel lets go of the lock when its process ends,
/// however that happens; the file stays, because removing it would let two processes lock two files
/// of the same name.
final class SocketLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock; nil when somebody else has it.
    ///
    /// - Throws: `StartFailure` when the file cannot be made.
    init?(for socket: String) throws(StartFailure) {
        let path = socket + ".lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw StartFailure(.cannotCreate, "\(path) cannot be made: \(systemErrorText())")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        let note = "\(getpid())\n"
        _ = ftruncate(descriptor, 0)
        _ = note.withCString { pwrite(descriptor, $0, strlen($0), 0) }
    }

    deinit { close(descriptor) }

    /// The process that noted itself in the lock last.
    static func holder(of socket: String) -> String {
        let descriptor = open(socket + ".lock", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return "another process" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = read(descriptor, &bytes, bytes.count)
        let digits = bytes.prefix(max(0, count)).prefix { $0 >= 0x30 && $0 <= 0x39 }
        return digits.isEmpty
            ? "another process" : "process \(String(decoding: digits, as: UTF8.self))"
    }
}

/// The operating system's words for the last error of a call.
func systemErrorText(_ number: Int32 = errno) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
