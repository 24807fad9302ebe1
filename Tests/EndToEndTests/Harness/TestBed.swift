// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// An isolated user environment for one test: a home directory, a store, a socket, and their
/// daemons.
final class TestBed {
    let root: String
    let socket: String
    var store: String { "\(root)/data/journal/journal.store" }
    var state: String { "\(root)/state/journal" }
    var environment: [String: String]

    init() throws {
        root = "/tmp/journal-e2e-\(EntryID.random().text.prefix(13))"
        socket = root + "/run/journal/journal.sock"
        environment = [
            "HOME": root + "/home", "XDG_RUNTIME_DIR": root + "/run",
            "XDG_DATA_HOME": root + "/data", "XDG_STATE_HOME": root + "/state",
            "XDG_CONFIG_HOME": root + "/config", "PATH": "/usr/bin:/bin", "TZ": "Europe/Berlin",
            "LC_ALL": "C.UTF-8",
        ]
        for name in ["home", "run", "files"] {
            try FileSystem.makeDirectory("\(root)/\(name)")
        }
    }

    deinit {
        daemons.forEach { kill($0, SIGKILL) }
        // A daemon that has not ended yet may create a file while the directory is removed.
        _ = try? eventually("the end of the daemons") { daemons.isEmpty ? true : nil }
        try? FileManager.default.removeItem(atPath: root)
    }

    // MARK: The client

    /// Starts `journal` without waiting for it.
    func start(_ arguments: [String], input: String? = nil, timeout: Int? = 40) throws
        -> ChildProcess
    {
        try start([Built.journal] + arguments, timeout.map { ["--timeout", "\($0)"] } ?? [], input)
    }

    /// Runs `journal` and waits for it to exit.
    @discardableResult
    func journal(
        _ arguments: String...,
        input: String? = nil,
        timeout: Int? = 40
    ) throws -> ChildProcess.Result {
        try start(arguments, input: input, timeout: timeout).wait()
    }

    /// Runs any program in this environment and waits for it to exit.
    @discardableResult
    func run(_ arguments: [String], input: String? = nil) throws -> ChildProcess.Result {
        try start(arguments, [], input).wait()
    }

    /// Starts any program in this environment.
    func run(inBackground arguments: [String]) throws -> ChildProcess {
        try start(arguments, [], nil)
    }

    private func start(
        _ arguments: [String],
        _ options: [String],
        _ input: String?
    ) throws -> ChildProcess {
        try ChildProcess(
            arguments + options,
            environment: environment,
            input: input.map { Array($0.utf8) },
            files: root + "/files"
        )
    }

    /// Returns a copy of the client whose daemon is a script that runs the real one as `$daemon`.
    func journal(withDaemon script: String, in name: String = "bin") throws -> String {
        let folder = "\(root)/\(name)"
        try FileSystem.makeDirectory(folder)
        let (client, daemon) = (folder + "/journal", folder + "/journal-daemon")
        let text = "#!/bin/sh\ndaemon=\(Built.daemon)\n\(script)\nexec \"$daemon\" \"$@\"\n"
        try FileSystem.write(Array(text.utf8), to: daemon + ".text")
        // Another process writes the programs: a child of this one, started by another test, could
        // have a descriptor of a file that it writes, which could then not be executed.
        for (source, target) in [(Built.journal, client), (daemon + ".text", daemon)] {
            let result = try run(["/usr/bin/install", "-m", "700", source, target])
            try #require(result.status == 0, "\(result.errors)")
        }
        return client
    }

    // MARK: The daemon

    /// The process ids of the daemons for this socket.
    var daemons: [pid_t] {
        FileSystem.names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
            guard let line = try? FileSystem.read("/proc/\(pid)/cmdline") else { return false }
            let words = line.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
            return words.first?.hasSuffix("journal-daemon") == true && words.contains(socket)
        }
    }

    /// Starts a daemon without waiting for it.
    func startDaemon(_ options: String..., store: String? = nil) throws -> ChildProcess {
        try start(
            [Built.daemon, "--socket", socket, "--store", store ?? self.store] + options,
            [],
            nil
        )
    }

    /// Starts a daemon and waits until it accepts connections.
    func serve(_ options: String...) throws -> ChildProcess {
        let daemon = try start(
            [Built.daemon, "--socket", socket, "--store", store] + options,
            [],
            nil
        )
        return try waitUntilServing(daemon)
    }

    /// Starts a daemon with descriptors that a former one stored, and waits until it accepts
    /// connections.
    func serve(passing descriptors: [(name: String, descriptor: Int32)]) throws -> ChildProcess {
        var environment = environment
        environment["LISTEN_FDS"] = "\(descriptors.count)"
        environment["LISTEN_FDNAMES"] = descriptors.map(\.name).joined(separator: ":")
        let script = #"LISTEN_PID=$$ exec "$0" "$@""#
        let daemon = try ChildProcess(
            ["/bin/sh", "-c", script, Built.daemon, "--socket", socket, "--store", store],
            environment: environment,
            descriptors: descriptors.map(\.descriptor),
            files: root + "/files"
        )
        return try waitUntilServing(daemon)
    }

    private func waitUntilServing(_ daemon: ChildProcess) throws -> ChildProcess {
        try eventually("a daemon that listens") {
            if let status = daemon.poll() {
                throw Stuck("the daemon ended with \(status): \(daemon.errors)")
            }
            return try? connect()
        }
        .call("hello")
        return daemon
    }

    /// Connects to the daemon.
    func connect(_ framing: Framing = .lines) throws -> Wire { try Wire(socket, framing) }

    /// Connects to the daemon, starting one through `journal` if necessary.
    func connectStarting() throws -> Wire {
        try eventually("a daemon that starts") {
            if let wire = try? connect() { return wire }
            try journal("daemon", "start")
            return try? connect()
        }
    }

    /// Kills the daemon abruptly, as a power failure would, and returns its process id.
    @discardableResult
    func killDaemon() throws -> pid_t {
        let wire = try connect()
        guard let pid = try wire.call("hello")["pid"]?.integerValue else {
            throw Stuck("the reply of hello has no pid")
        }
        kill(pid_t(pid), SIGKILL)
        // The kernel closes the daemon's connections when it has exited.
        while try wire.line() != nil {}
        // The listening socket may be closed a moment later, and a client may have started the next
        // daemon already.
        try eventually("the end of a daemon") {
            guard let next = try? connect() else { return true }
            guard let reply = try? next.call("hello") else { return nil }
            return reply["pid"]?.integerValue == pid ? nil : true
        }
        return pid_t(pid)
    }
}
