// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol

/// How many files and sockets the process may have open.
package enum OpenFileLimit {
    /// What the store, the event loop and the surroundings need beside the connections.
    private static let others = 256

    /// Makes room for as many connections as the protocol promises, as far as the system allows.
    ///
    /// The usual limit of 1024 is there for programs that use `select`.
    package static func raise() {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return }
        let wanted = rlim_t(Limits.connections + others)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        setrlimit(files, &limit)
    }
}
