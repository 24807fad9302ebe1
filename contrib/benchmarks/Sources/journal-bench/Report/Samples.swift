// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// Durations of a repeated operation.
struct Samples {
    private(set) var seconds: [Double] = []

    mutating func add(_ duration: Double) { seconds.append(duration) }

    /// Returns the duration that a share of the samples does not exceed.
    func percentile(_ share: Double) -> Double {
        guard !seconds.isEmpty else { return 0 }
        let sorted = seconds.sorted()
        return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
    }

    var median: Double { percentile(0.5) }

    /// The median and the 99th percentile in milliseconds, for a row of the report.
    var milliseconds: [String] {
        [(median * 1000).text(2), (percentile(0.99) * 1000).text(2)]
    }
}

/// Returns the time of the monotonic clock in seconds.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Returns the median, or 0 if there are no values.
func median(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.sorted()[values.count / 2]
}
