// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient

/// A program run by a test.
///
/// Its output goes to files: a pipe would stay open as long as a daemon that inherited it.
final class ChildProcess {
    /// The exit status and the output of a program.
    struct Result {
        /// The exit status, or 128 plus the number of the signal that terminated the program.
        let status: Int32
        let output: String
        let errors: String

        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
        /// The only line of standard output, without its newline.
        var line: String { output.trimmingCharacters(in: .newlines) }
    }

    let pid: pid_t
    private let outputPath: String
    private let errorPath: String
    private let name: String
    private var status: Int32?

    /// Starts a program with exactly these environment variables, and with some descriptors as the
    /// numbers from 3 on.
    init(
        _ arguments: [String],
        environment: [String: String],
        input: [UInt8]? = nil,
        descriptors: [Int32] = [],
        files directory: String
    ) throws {
        name = arguments.joined(separator: " ")
        let file = "\(directory)/\(UUID().uuidString)"
        (outputPath, errorPath) = (file + ".out", file + ".err")
        var source = "/dev/null"
        if let input {
            source = file + ".in"
            try FileSystem.write(input, to: source)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        posix_spawn_file_actions_addopen(&actions, 0, source, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errorPath, flags, 0o600)
        for (offset, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + offset))
        }
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        // Threads that run tests block signals, and a child would inherit the mask.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let error = posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, &envp)
        guard error == 0 else { throw Stuck("cannot run \(arguments[0]): error \(error)") }
        self.pid = pid
    }

    deinit {
        guard status == nil else { return }
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    /// The output so far.
    var output: String { Self.text(outputPath) }
    var errors: String { Self.text(errorPath) }

    func send(_ signal: Int32) { kill(pid, signal) }

    /// Waits for the program to exit.
    func wait(within timeout: Duration = .seconds(60)) throws -> Result {
        let status = try eventually("the end of \(name)", within: timeout) { poll() }
        return Result(status: status, output: output, errors: errors)
    }

    /// Returns the exit status, or nil while the program runs.
    func poll() -> Int32? {
        if status == nil {
            var raw: Int32 = 0
            guard waitpid(pid, &raw, WNOHANG) == pid else { return nil }
            status = raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + (raw & 0x7F)
        }
        return status
    }

    private static func text(_ path: String) -> String {
        String(decoding: (try? FileSystem.read(path)) ?? [], as: UTF8.self)
    }
}
