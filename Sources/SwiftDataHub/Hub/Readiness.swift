// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// Waiting for descriptors.
package enum Readiness {
    /// Waits until a descriptor can be read, is closed at the other end, or a time has come.
    ///
    /// - Parameters:
    ///   - descriptors: The descriptors; negative ones are ignored.
    ///   - deadline: The time.
    /// - Returns: The descriptors that can be read; none at the deadline or after a signal.
    package static func wait(
        toRead descriptors: [Int32],
        until deadline: ContinuousClock.Instant
    ) -> Set<Int32> {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&entries, nfds_t(entries.count), milliseconds(until: deadline)) > 0 else {
            return []
        }
        return Set(entries.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Waits until a descriptor can be written, or another one read.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor to write.
    ///   - other: The descriptor to read; a negative one is ignored.
    ///   - deadline: The latest time to return at.
    /// - Returns: The descriptors that are ready.
    package static func wait(
        toWrite descriptor: Int32,
        orRead other: Int32,
        until deadline: ContinuousClock.Instant
    ) -> Set<Int32> {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: other, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&entries, 2, milliseconds(until: deadline)) > 0 else { return [] }
        return Set(entries.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Returns the time to a deadline, rounded up, as `poll(2)` expects it.
    package static func milliseconds(until deadline: ContinuousClock.Instant) -> Int32 {
        let rest = ContinuousClock.now.duration(to: deadline)
        guard rest > .zero else { return 0 }
        guard rest < .seconds(86_400) else { return 86_400_000 }
        let parts = rest.components
        return Int32(
            parts.seconds * 1_000 + (parts.attoseconds + 999_999_999_999_999)
                / 1_000_000_000_000_000
        )
    }
}

/// The time of this machine.
package enum WallClock {
    /// The milliseconds since 1970.
    package static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
    }
}
