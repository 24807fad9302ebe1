// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The failure of a function of Foundation that uses files, for the message of another error.
struct FileFailure: CustomStringConvertible {
    private let error: any Error

    init(_ error: any Error) { self.error = error }

    /// The message of the system error, such as "Permission denied", without the domain and user
    /// info of Foundation's error.
    var description: String {
        guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
            return "\(error)"
        }
        return String(cString: strerror(cause.code.rawValue))
    }
}
