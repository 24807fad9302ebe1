// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The kernel's random number generator, which needs no file descriptor.
///
/// Foundation's `UUID()` opens `/dev/urandom`; when the process has no descriptor left, each of its
/// values is `00000000-0000-4000-8000-000000000000`.
package struct SecureRandom: RandomNumberGenerator, Sendable {
    /// Creates a generator.
    package init() {}

    /// Returns a random number.
    ///
    /// - Precondition: The kernel has `getrandom(2)`, as every kernel since 3.17 does.
    package mutating func next() -> UInt64 {
        var value: UInt64 = 0
        // Of a request this small, getentropy fails only where the system call is missing or
        // blocked.
        var outcome = getentropy(&value, MemoryLayout<UInt64>.size)
        while outcome != 0, SystemError.last == .interrupted {
            outcome = getentropy(&value, MemoryLayout<UInt64>.size)
        }
        precondition(outcome == 0, "cannot read random bytes from the kernel: \(SystemError.last)")
        return value
    }
}
