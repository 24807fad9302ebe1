// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// A point in time after which waiting ends, on the monotonic clock.
package struct Deadline: Sendable {
    private let nanoseconds: Int64?

    /// A deadline that never passes.
    package static let never = Deadline(nanoseconds: nil)

    /// Returns the deadline after a duration from now.
    package static func after(_ duration: Duration) -> Deadline {
        let (seconds, attoseconds) = duration.components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return .never }
        let (sum, carry) = (now + attoseconds / 1_000_000_000).addingReportingOverflow(product)
        return carry ? .never : Deadline(nanoseconds: sum)
    }

    /// Returns the earlier one of two deadlines.
    static func earlier(_ first: Deadline, _ second: Deadline) -> Deadline {
        let all = [first, second].compactMap(\.nanoseconds)
        return Deadline(nanoseconds: all.min())
    }

    private init(nanoseconds: Int64?) { self.nanoseconds = nanoseconds }

    /// Whether the deadline has passed.
    package var isOver: Bool { nanoseconds.map { Self.now >= $0 } ?? false }

    /// The timeout for `poll`: milliseconds rounded up, or -1 for no timeout.
    var pollTimeout: Int32 {
        guard let nanoseconds else { return -1 }
        let left = max(0, nanoseconds - Self.now)
        return Int32(clamping: (left + 999_999) / 1_000_000)
    }

    /// Sleeps for a time, but not past the deadline.
    package func pause(milliseconds: Int32) {
        let timeout = pollTimeout
        _ = poll(nil, 0, timeout < 0 ? milliseconds : min(milliseconds, timeout))
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
