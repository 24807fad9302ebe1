// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Locks on bytes of an open file.
///
/// They belong to the open file: they exclude other descriptors of the same file, also of this
/// process, and the kernel releases them when the file is closed, even by a crash. The bytes need
/// not exist.
struct ByteLocks {
    enum Kind {
        case shared
        case exclusive

        fileprivate var code: Int32 {
            switch self {
            case .shared: F_RDLCK
            case .exclusive: F_WRLCK
            }
        }
    }

    /// `F_OFD_GETLK` and `F_OFD_SETLK` of <fcntl.h>, which declares them for GNU programs only.
    private static let testLock: Int32 = 36
    private static let setLock: Int32 = 37

    let descriptor: Int32

    private static func request(_ kind: Int32, _ bytes: Range<off_t>) -> flock {
        var request = flock()
        request.l_type = Int16(truncatingIfNeeded: kind)
        request.l_whence = Int16(truncatingIfNeeded: SEEK_SET)
        request.l_start = bytes.lowerBound
        request.l_len = bytes.upperBound - bytes.lowerBound
        return request
    }

    /// Locks bytes, or changes the kind of their lock, without waiting.
    ///
    /// - Returns: Whether they are locked; if not, they are locked as before, and `errno` has the
    ///   reason.
    func lock(_ kind: Kind, _ bytes: Range<off_t>) -> Bool {
        var request = Self.request(kind.code, bytes)
        return fcntl(descriptor, Self.setLock, &request) == 0
    }

    func lock(_ kind: Kind, _ byte: off_t) -> Bool { lock(kind, byte..<byte + 1) }

    /// Releases the locks on bytes.
    func unlock(_ bytes: Range<off_t>) {
        var request = Self.request(F_UNLCK, bytes)
        _ = fcntl(descriptor, Self.setLock, &request)
    }

    func unlock(_ byte: off_t) { unlock(byte..<byte + 1) }

    /// Returns whether no other open file has a lock on any of some bytes that conflicts with a
    /// lock.
    func isFree(for kind: Kind, _ bytes: Range<off_t>) -> Bool {
        guard !bytes.isEmpty else { return true }
        var request = Self.request(kind.code, bytes)
        return fcntl(descriptor, Self.testLock, &request) != 0
            || request.l_type == Int16(truncatingIfNeeded: F_UNLCK)
    }
}
