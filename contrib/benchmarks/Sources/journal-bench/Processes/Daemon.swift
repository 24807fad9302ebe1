// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A journal daemon with a folder of its own.
final class Daemon {
    let directory: String
    let socket: String
    let store: String
    let child: ChildProcess

    /// Starts a daemon with a store, by default a new one, and waits until it accepts connections.
    init(_ run: BenchmarkRun, store: String? = nil) throws {
        directory = try run.cleanup.newFolder("daemon")
        socket = directory + "/journal.sock"
        self.store = store ?? directory + "/journal.store"
        let log = directory + "/daemon.log"
        let child = try ChildProcess(
            [
                run.options.daemon, "--store", self.store, "--socket", socket,
                "--log-level", "error",
            ],
            environment: environment(directory: directory),
            output: log,
            run.cleanup
        )
        self.child = child
        _ = try retry(while: child, log: log) { [socket] in try? LineConnection(socket) }
    }

    /// Stops the daemon, which checkpoints the write-ahead log into the store file.
    func stop() throws {
        guard child.stop() else {
            let log = try? String(contentsOfFile: directory + "/daemon.log", encoding: .utf8)
            throw BenchmarkError("the daemon failed: \(log?.suffix(500) ?? "")")
        }
    }
}

/// Returns the environment of the measured processes, without the settings of the current user.
func environment(directory: String) -> [String: String] {
    [
        "HOME": directory, "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
        "JOURNAL_SOCKET": directory + "/journal.sock", "JOURNAL_NO_SPAWN": "1",
    ]
}
