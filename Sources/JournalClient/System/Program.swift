// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
internal import JournalSystem

/// A child process.
package struct Program: Sendable {
    /// The standard input and outputs of a program.
    package enum StandardIO: Sendable {
        /// The streams of this process.
        case shared
        /// Only standard error of this process.
        case quiet
        /// Standard output goes to a file, which is created or emptied; standard error is
        /// inherited. Standard input is a descriptor, or empty. One more descriptor, if given, has
        /// the number `inheritedNumber` in the program.
        case captured(output: String, input: Int32? = nil, inherited: Int32? = nil)
        /// Two descriptors; standard error is inherited.
        case connected(input: Int32, output: Int32)
        /// A log; the program runs in its own session and inherits no other descriptor.
        case detached(log: String)
        /// The streams of this process, except for this standard input.
        case input(Int32)
        /// Standard output is a descriptor; standard input is empty, and standard error is
        /// inherited.
        case output(Int32)
    }

    /// The state of a program.
    package enum Outcome: Sendable, Equatable {
        case running
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// The number of a descriptor that a program inherits in addition to its streams.
    static let inheritedNumber: Int32 = 3

    let pid: Int32

    // POSIX_SPAWN_SETSID of <spawn.h>, which Glibc shows to GNU sources only.
    private static let startSession: Int32 = 0x80

    /// Starts a program.
    package static func start(
        _ arguments: [String],
        variables: [String: String],
        streams: StandardIO
    ) throws(ClientError) -> Program {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        prepare(&actions, attributes: &attributes, streams: streams)
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in argv + envp { free(pointer) } }
        var pid: pid_t = 0
        let error = posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, &envp)
        guard error == 0 else {
            throw ClientError(
                .program,
                "cannot run \(arguments[0]): \(SystemError(error))"
            )
        }
        return Program(pid: pid)
    }

    /// Starts a program that reads from this process.
    ///
    /// - Returns: The program, and the end of a pipe to write to, which the caller closes.
    package static func startReader(
        _ arguments: [String],
        variables: [String: String]
    ) throws(ClientError) -> (program: Program, input: Int32) {
        let ends = try makePipe()
        defer { close(ends.reading) }
        do {
            return (
                try start(arguments, variables: variables, streams: .input(ends.reading)),
                ends.writing
            )
        } catch {
            close(ends.writing)
            throw error
        }
    }

    /// Runs a program in place of this one.
    ///
    /// - Parameter arguments: The path of the program and its arguments.
    /// - Throws: An error if it cannot be run; does not return otherwise.
    package static func replaceProcess(by arguments: [String]) throws(ClientError) -> Never {
        let pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        execv(arguments[0], pointers)
        throw ClientError(.program, "cannot run \(arguments[0]): \(SystemError.last)")
    }

    /// Runs a program and returns its standard output, which has to fit into a pipe.
    ///
    /// - Parameters:
    ///   - arguments: The path of the program and its arguments.
    ///   - variables: Its environment.
    ///   - deadline: The time at which it is killed.
    /// - Returns: The output, or nil if the program failed or was killed.
    /// - Throws: An error if it cannot be started.
    static func output(
        of arguments: [String],
        variables: [String: String],
        deadline: Deadline
    ) throws(ClientError) -> [UInt8]? {
        let ends = try makePipe()
        defer { close(ends.reading) }
        let program: Program
        do {
            defer { close(ends.writing) }
            program = try start(arguments, variables: variables, streams: .output(ends.writing))
        }
        guard program.wait(deadline: deadline) == .exited(0) else { return nil }
        return try FileSystem.read(descriptor: ends.reading, name: arguments[0])
    }

    /// Creates a pipe that child processes do not inherit; the caller closes both ends.
    static func makePipe() throws(ClientError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw ClientError(.program, "cannot make a pipe: \(SystemError.last)")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Returns a descriptor from which a short text can be read, and then the end of the input.
    ///
    /// The caller closes it.
    static func input(_ text: String) throws(ClientError) -> Int32 {
        // The pipe keeps a text of this length without a reader.
        guard text.utf8.count <= 4096 else {
            throw ClientError(.input, "the passphrase is longer than 2000 bytes; use a shorter one")
        }
        let ends = try makePipe()
        send(Array(text.utf8), to: ends.writing)
        return ends.reading
    }

    /// Sends bytes to a program and ends its input.
    ///
    /// A program need not read its input: what it leaves is dropped.
    package static func send(_ bytes: [UInt8], to input: Int32) {
        let former = signal(SIGPIPE, SIG_IGN)
        _ = FileSystem.write(bytes, descriptor: input)
        close(input)
        signal(SIGPIPE, former)
    }

    private static func prepare(
        _ actions: inout posix_spawn_file_actions_t,
        attributes: inout posix_spawnattr_t,
        streams: StandardIO
    ) {
        var flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGHUP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        switch streams {
        case .shared: break
        case .input(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, 0)
        case .output(let descriptor):
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
        case .quiet:
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        case .captured(let output, let input, let inherited):
            if let input {
                posix_spawn_file_actions_adddup2(&actions, input, 0)
            } else {
                posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            }
            let create = O_WRONLY | O_CREAT | O_TRUNC
            posix_spawn_file_actions_addopen(&actions, 1, output, create, 0o600)
            if let inherited {
                posix_spawn_file_actions_adddup2(&actions, inherited, inheritedNumber)
            }
        case .connected(let input, let output):
            posix_spawn_file_actions_adddup2(&actions, input, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
        case .detached(let log):
            flags |= startSession
            let append = O_WRONLY | O_CREAT | O_APPEND
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, log, append, 0o600)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
            FileSystem.keepDescriptorsPrivate()
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
    }

    /// Returns the state of the program.
    ///
    /// A failure is reported once; later it is like an exit with status 0.
    func poll() -> Outcome {
        var status: Int32 = 0
        return switch waitpid(pid, &status, WNOHANG) {
        case pid: Self.outcome(status)
        case 0: .running
        default: .exited(0)
        }
    }

    /// Waits until the program has exited.
    package func wait() -> Outcome {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return .exited(0) }
        }
        return Self.outcome(status)
    }

    /// Waits until the program has exited, and calls a closure several times in a second.
    func wait(_ waiting: () -> Void) -> Outcome {
        while true {
            let outcome = poll()
            if outcome != .running { return outcome }
            waiting()
            Deadline.never.pause(milliseconds: 5)
        }
    }

    /// Waits until the program has exited, and kills it at the deadline.
    func wait(deadline: Deadline) -> Outcome? {
        while true {
            let outcome = poll()
            if outcome != .running { return outcome }
            guard !deadline.isOver else {
                kill(pid, SIGKILL)
                _ = wait()
                return nil
            }
            deadline.pause(milliseconds: 5)
        }
    }

    private static func outcome(_ status: Int32) -> Outcome {
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    }

    /// Returns the executable with a name, searched in the directories of `PATH`.
    package static func find(_ name: String, path: String?) -> String? {
        if name.contains("/") { return FileSystem.isExecutable(name) ? name : nil }
        for directory in (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":") {
            let candidate = "\(directory)/\(name)"
            if FileSystem.isExecutable(candidate) { return candidate }
        }
        return nil
    }
}

/// Other processes, as `/proc` describes them.
package enum ProcessTable {
    /// Returns the short name of a process, or `nil` if it does not exist.
    static func name(of process: Int32) -> String? {
        guard let bytes = try? FileSystem.read("/proc/\(process)/comm") else { return nil }
        return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Returns whether a process is running; a zombie is not.
    package static func isRunning(_ process: Int) -> Bool {
        guard let bytes = try? FileSystem.read("/proc/\(process)/stat"),
            let name = bytes.lastIndex(of: UInt8(ascii: ")")), name + 2 < bytes.count
        else { return false }
        return bytes[name + 2] != UInt8(ascii: "Z") && bytes[name + 2] != UInt8(ascii: "X")
    }
}
