// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// A report on standard error about a property access that could not do what the code asks.
///
/// Property accesses cannot throw, so that their errors have no other way to the developer.
enum RuntimeWarning {
    /// Receives the warnings of the current task instead of standard error.
    @TaskLocal static var receiver: (@Sendable (String) -> Void)?

    /// Writes a warning.
    static func report(_ message: String) {
        let line = "SwiftData: \(message)"
        if let receiver { return receiver(line) }
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}
