// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The copy of its memory that a process leaves on the disk when it crashes.
package enum CoreDump {
    /// Disables it for the rest of the process.
    package static func disable() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
