// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// Time used by the measured part of a workload.
struct Stopwatch {
    /// Elapsed time, in seconds.
    private(set) var elapsed = 0.0

    /// Processor time of all threads, in seconds.
    private(set) var processor = 0.0

    /// Measures a workload; never inlined, so that a profiler can begin here.
    @inline(never)
    mutating func time<Result>(_ body: () throws -> Result) rethrows -> Result {
        let start = (Self.seconds(CLOCK_MONOTONIC), Self.seconds(CLOCK_PROCESS_CPUTIME_ID))
        defer {
            elapsed += Self.seconds(CLOCK_MONOTONIC) - start.0
            processor += Self.seconds(CLOCK_PROCESS_CPUTIME_ID) - start.1
        }
        return try body()
    }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
