// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSpawn
internal import Dispatch
internal import Glibc

/// A program with a socket as its standard input and output, which ends with the object.
final class ChildProcess {
    /// The other end of standard input and output.
    let descriptor: Int32
    /// The other end of standard error.
    let diagnostics: Int32
    /// The number of the process.
    let number: pid_t

    /// Starts a program, which is looked up on `PATH`.
    ///
    /// - Parameters:
    ///   - arguments: The program and its arguments.
    ///   - variables: The environment variables to add to the environment of this process.
    /// - Throws: `HubError`.
    init(_ arguments: [String], variables: [String: String] = [:]) throws(HubError) {
        let (descriptor, input) = try SocketPair.make()
        defer { close(input) }
        let ends: (Int32, Int32)
        do throws(HubError) {
            ends = try SocketPair.make()
        } catch {
            close(descriptor)
            throw error
        }
        let (diagnostics, error) = ends
        defer { close(error) }
        var number: pid_t = 0
        let outcome = Self.spawn(
            arguments,
            variables: variables,
            input: input,
            error: error,
            number: &number
        )
        guard outcome == 0 else {
            close(descriptor)
            close(diagnostics)
            throw .system(outcome, failure: "cannot start \(arguments.first ?? "")")
        }
        self.descriptor = descriptor
        self.diagnostics = diagnostics
        self.number = number
    }

    deinit {
        close(descriptor)
        close(diagnostics)
        // The last user of the object may be a thread that must not wait. The queue has a thread of
        // its own while it waits.
        let number = number
        DispatchQueue(label: "SwiftDataHub.process").async { Self.end(number) }
    }

    /// Waits for the end of a process, which would otherwise remain in the table of the system.
    private static func end(_ number: pid_t) {
        // Most programs end with their input.
        for (signal, attempts) in [(0, 20), (SIGTERM, 100), (SIGKILL, Int32.max)] {
            if signal != 0 { kill(number, Int32(signal)) }
            for _ in 0..<attempts {
                if waitpid(number, nil, WNOHANG) != 0 { return }
                poll(nil, 0, 5)
            }
        }
    }

    private static func spawn(
        _ arguments: [String],
        variables: [String: String],
        input: Int32,
        error: Int32,
        number: inout pid_t
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, target) in [(input, 0), (input, 1), (error, 2)] {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
        }
        // Others of this process may stay open in a program that is executed, such as the pipes of
        // Foundation: their readers would wait for the end of this program too.
        cspawn_close_from(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // This program may ignore SIGPIPE. Ctrl-C ends the process through its input.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var words = arguments.map { strdup($0) }
        defer { words.forEach { free($0) } }
        words.append(nil)
        var environment = Self.environment(with: variables)
        defer { environment.forEach { free($0) } }
        environment.append(nil)
        return posix_spawnp(
            &number,
            arguments.first ?? "",
            &actions,
            &attributes,
            words,
            environment
        )
    }

    /// Returns the environment of this process with other variables, as strings to free.
    private static func environment(
        with variables: [String: String]
    ) -> [UnsafeMutablePointer<CChar>?] {
        var entries = variables.map { strdup("\($0)=\($1)") }
        var cursor = environ
        while let entry = cursor.pointee {
            let name = String(cString: entry).prefix { $0 != "=" }
            if variables[String(name)] == nil { entries.append(strdup(entry)) }
            cursor += 1
        }
        return entries
    }
}
