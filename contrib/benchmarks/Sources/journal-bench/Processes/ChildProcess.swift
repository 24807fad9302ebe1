// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc

/// A child process, which ends with the run.
struct ChildProcess {
    let identifier: pid_t
    private let cleanup: Cleanup
    private let stopSignal: Int32

    /// Starts a program and redirects its output to a file.
    init(
        _ arguments: [String],
        environment: [String: String],
        output: String = "/dev/null",
        stopSignal: Int32 = SIGTERM,
        _ cleanup: Cleanup
    ) throws {
        self.cleanup = cleanup
        self.stopSignal = stopSignal
        identifier = try cleanup.start(stopSignal: stopSignal) {
            try Self.spawn(arguments, environment, output)
        }
    }

    private static func spawn(
        _ arguments: [String],
        _ environment: [String: String],
        _ output: String
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This process blocks signals, and only it receives signals of the terminal.
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        posix_spawnattr_setsigmask(&attributes, &unblocked)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP)
        )
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, arguments[0], &actions, &attributes, argv, envp)
        guard code == 0 else {
            throw BenchmarkError("\(arguments[0]): \(String(cString: strerror(code)))")
        }
        return pid
    }

    /// Waits for the process to exit and returns whether its status was 0.
    func wait() -> Bool {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        cleanup.didExit(identifier)
        return status == 0
    }

    /// Stops the process and returns whether its status was 0.
    func stop() -> Bool {
        kill(identifier, stopSignal)
        return wait()
    }

    /// Whether the process runs.
    var isRunning: Bool {
        var info = siginfo_t()
        waitid(P_PID, id_t(identifier), &info, WEXITED | WNOHANG | WNOWAIT)
        return info.si_signo == 0
    }

    /// Returns a size in kB from the status of the process, such as `VmRSS`.
    func kilobytes(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
        guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name + ":") }),
            let number = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
                Double($0)
            })
        else { throw BenchmarkError("/proc/\(identifier)/status has no \(name)") }
        return number
    }
}

/// Repeats an attempt for 30 seconds while a process starts.
///
/// - Returns: The first result.
func retry<Value>(
    while child: ChildProcess,
    log: String,
    _ attempt: () -> Value?
) throws -> Value {
    let deadline = now() + 30
    while now() < deadline, child.isRunning {
        if let value = attempt() { return value }
        usleep(500)
    }
    let end = (try? String(contentsOfFile: log, encoding: .utf8))?.suffix(500) ?? ""
    let reason = child.isRunning ? "did not start within 30 s" : "ended during its start"
    throw BenchmarkError("a process \(reason): \(end)")
}
