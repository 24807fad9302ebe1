// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// An error number of the operating system.
package struct SystemError: Error, Hashable, Sendable {
    /// The value of `errno`.
    package let number: Int32

    /// Describes an error number.
    package init(_ number: Int32) { self.number = number }

    /// The error of the last call of this thread that failed.
    package static var last: SystemError { SystemError(errno) }

    /// Access to a file or a socket is denied.
    package static let accessDenied = SystemError(EACCES)
    /// A path is too long for its purpose.
    package static let nameTooLong = SystemError(ENAMETOOLONG)
    /// A file does not exist.
    package static let noSuchFile = SystemError(ENOENT)
    /// Nothing listens at a socket.
    package static let connectionRefused = SystemError(ECONNREFUSED)
    /// A call was interrupted by a signal.
    package static let interrupted = SystemError(EINTR)
    /// A call would have to wait.
    package static let wouldBlock = SystemError(EAGAIN)
}

extension SystemError: CustomStringConvertible {
    /// The description from `strerror_r(3)`, such as `No such file or directory`.
    package var description: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard strerror_r(number, &buffer, buffer.count) == 0 else { return "error \(number)" }
        let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
