// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// A child process.
struct ChildProcess {
    let identifier: pid_t

    /// Starts a program and redirects its output to a file.
    init(_ arguments: [String], environment: [String: String], output: String = "/dev/null") throws
    {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let argv = arguments.map { strdup($0) } + [nil]
        let envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, arguments[0], &actions, nil, argv, envp)
        guard code == 0 else {
            throw BenchmarkError("\(arguments[0]): \(String(cString: strerror(code)))")
        }
        identifier = pid
    }

    /// Waits for the process to exit and returns whether its status was 0.
    func wait() -> Bool {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        return status == 0
    }

    func terminate() { kill(identifier, SIGTERM) }
}
