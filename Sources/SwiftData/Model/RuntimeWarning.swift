// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Synchronization

/// A report about a property access that failed.
///
/// Property accesses cannot throw, so that errors cannot be reported in another way.
package enum RuntimeWarning {
    /// Receives the warnings of the current task instead of the process's receiver.
    @TaskLocal static var receiver: (@Sendable (String) -> Void)?
    /// Receives the warnings of the process; nil for standard error.
    private static let processReceiver = Mutex<(@Sendable (String) -> Void)?>(nil)

    /// Passes the warnings of the process to a function instead of writing them to standard error.
    ///
    /// - Parameter receiver: Receives each warning, on the thread that accesses the property.
    package static func redirect(to receiver: @escaping @Sendable (String) -> Void) {
        processReceiver.withLock { $0 = receiver }
    }

    /// Reports a warning.
    static func report(_ message: String) {
        let line = "SwiftData: \(message)"
        if let receiver = receiver ?? processReceiver.withLock({ $0 }) { return receiver(line) }
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
