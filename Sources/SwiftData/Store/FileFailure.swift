// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The failure of a function of Foundation that uses files, for the message of another error.
struct FileFailure: CustomStringConvertible {
    private let error: any Error

    init(_ error: any Error) { self.error = error }

    /// The error of the system, such as "Permission denied", instead of the domain and the contents
    /// of the error that Foundation makes of it.
    var description: String {
        guard let cause = (error as? CocoaError)?.underlying as? POSIXError else {
            return "\(error)"
        }
        return String(cString: strerror(cause.code.rawValue))
    }
}
