// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalProtocol

/// The number of files and sockets that the process may have open.
package enum OpenFileLimit {
    /// The number of descriptors that the daemon needs in addition to its connections.
    private static let reserve = 256
    /// The lowest limit at which the daemon starts: about 20 descriptors for the store, its readers
    /// and the event loop, and the rest for a few connections.
    package static let minimum = 64

    /// Raises the limit so that the maximum number of connections is possible, if the system
    /// permits.
    ///
    /// The usual limit of 1024 exists for programs that use `select`.
    ///
    /// - Throws: `StartupError` if the limit stays below `minimum`.
    package static func raise() throws(StartupError) {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return }
        let wanted = rlim_t(Limits.connections + reserve)
        if limit.rlim_cur < wanted {
            limit.rlim_cur = min(wanted, limit.rlim_max)
            setrlimit(files, &limit)
        }
        try check(limit.rlim_cur)
    }

    /// Checks a limit.
    ///
    /// - Throws: `StartupError` if it is below `minimum`.
    static func check(_ limit: rlim_t) throws(StartupError) {
        guard limit >= minimum else {
            throw StartupError(
                .configuration,
                "the limit of open files is \(limit), but the daemon needs at least \(minimum);"
                    + " raise it with ulimit -Hn, or LimitNOFILE= in the systemd unit"
            )
        }
    }
}
