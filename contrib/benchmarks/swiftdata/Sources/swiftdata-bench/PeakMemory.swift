// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// The highest resident memory of this process.
enum PeakMemory {
    /// Megabytes.
    static func megabytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        guard let kilobytes = line?.split(separator: " ").dropLast().last.flatMap({ Int($0) })
        else { throw BenchmarkError("/proc/self/status has no VmHWM") }
        return kilobytes / 1_000
    }
}
