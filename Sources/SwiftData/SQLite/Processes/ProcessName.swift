// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The name of a process for error messages: its number and its program.
struct ProcessName: CustomStringConvertible {
    let description: String

    /// - Parameter number: The number; 0 if it is unknown.
    init(_ number: some BinaryInteger) {
        guard number > 0 else {
            description = "another process"
            return
        }
        let program = try? String(contentsOfFile: "/proc/\(number)/comm", encoding: .utf8)
        description =
            "process \(number) \(program ?? "")".trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
