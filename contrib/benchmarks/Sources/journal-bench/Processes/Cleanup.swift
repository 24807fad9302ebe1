// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import Synchronization

/// The processes and the folder of a run, which do not outlive it, also if a signal ends it.
final class Cleanup: Sendable {
    private struct State {
        /// The signal that stops each process at once.
        var children: [pid_t: Int32] = [:]
        var hasStarted = false
    }

    /// The folder of all files of the run.
    let folder: String
    private let state = Mutex(State())

    /// Creates the folder in a directory.
    init(in directory: String) throws {
        var template = Array("\(directory)/journal-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkError(
                "cannot create a folder in \(directory): \(String(cString: strerror(errno)))"
            )
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        // PostgreSQL runs as another user if this process runs as root.
        chmod(folder, 0o711)
    }

    var hasStarted: Bool { state.withLock(\.hasStarted) }

    /// Starts a process that is stopped with the run.
    func start(stopSignal: Int32, _ spawn: () throws -> pid_t) throws -> pid_t {
        try state.withLock { state in
            guard !state.hasStarted else { throw BenchmarkError("the run was stopped") }
            let child = try spawn()
            state.children[child] = stopSignal
            return child
        }
    }

    /// Removes a process that was waited for.
    func didExit(_ child: pid_t) { state.withLock { $0.children[child] = nil } }

    /// Stops all processes and removes the folder.
    func run() {
        let children = state.withLock { state in
            state.hasStarted = true
            return state.children
        }
        for (child, signal) in children { kill(child, signal) }
        let deadline = now() + 10
        var running = Set(children.keys)
        while !running.isEmpty {
            running = running.filter { waitpid($0, nil, WNOHANG) == 0 }
            if now() > deadline { for child in running { kill(child, SIGKILL) } }
            usleep(10_000)
        }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs when the process receives a signal that ends it.
    ///
    /// Call this before other threads start.
    func runOnSignals() {
        let signals = [SIGINT, SIGTERM, SIGHUP]
        var blocked = sigset_t()
        sigemptyset(&blocked)
        for signal in signals { sigaddset(&blocked, signal) }
        pthread_sigmask(SIG_BLOCK, &blocked, nil)
        let thread = Thread { [blocked] in
            var received: Int32 = 0
            var blocked = blocked
            sigwait(&blocked, &received)
            self.run()
            _exit(128 + received)
        }
        thread.start()
    }
}
