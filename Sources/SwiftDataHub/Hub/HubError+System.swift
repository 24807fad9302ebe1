// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

extension HubError {
    /// Returns the error of a system call.
    ///
    /// - Parameters:
    ///   - number: The value of `errno`.
    ///   - failure: What failed, such as "cannot read /mnt/hub".
    /// - Returns: The error, with what to do.
    package static func system(_ number: Int32, failure: String) -> HubError {
        let problem = "\(failure): \(String(cString: strerror(number)))"
        return switch number {
        case ENOSPC, EDQUOT, EFBIG:
            HubError(.full, message: "\(problem); free space on the hub")
        case EACCES, EPERM:
            HubError(.denied, message: "\(problem); change its permissions or its owner")
        case EROFS:
            HubError(.denied, message: "\(problem); mount it for writing")
        case EMFILE, ENFILE, ENOMEM, ENOBUFS:
            HubError(.unreachable, message: "\(problem); try again later")
        default:
            HubError(.unreachable, message: "\(problem); check the medium or the connection")
        }
    }
}
