// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

/// Launches scripts in place of the daemon.
struct LocalDaemonLauncherTests {
    private func client(
        daemon script: String,
        in directory: TemporaryDirectory,
        launch: Duration = .seconds(5),
        start: Duration? = nil
    ) throws -> JournalClient {
        try install("#!/bin/sh\n\(script)\n", at: directory.path + "/journal-daemon")
        let environment = Environment([
            "PATH": directory.path, "HOME": directory.path, "NOTIFY_SOCKET": "/x",
        ])
        // Without a sibling executable, so that the script in PATH is found.
        var installation = InstallationProbe.local()
        installation.executable = nil
        return JournalClient(
            socket: try socketPath(directory.path + "/journal.sock"),
            timeouts: .init(call: .milliseconds(300), launch: launch, start: start),
            launcher: LocalDaemonLauncher(
                environment: environment,
                allowed: true,
                installation: installation
            )
        )
    }

    /// Writes a program from another process: a file that this one has open for writing could be
    /// inherited by a program that another test starts, and then cannot be run (ETXTBSY).
    private func install(_ content: String, at path: String) throws {
        let writer = Process()
        writer.executableURL = URL(filePath: "/bin/sh")
        writer.arguments = [
            "-c", "printf %s \"$1\" > \"$2\" && chmod 700 \"$2\"", "sh", content, path,
        ]
        try writer.run()
        writer.waitUntilExit()
        try #require(writer.terminationStatus == 0)
    }

    @Test func daemonThatFailsIsReportedWithItsLog() throws {
        let directory = try TemporaryDirectory()
        let client = try client(
            daemon: "echo the file is not a store >&2; exit 74",
            in: directory
        )
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("exited with status 74") == true)
        #expect(error?.message.contains("the file is not a store") == true)
        #expect(error?.advice?.hasSuffix("/.local/state/journal/daemon.log") == true)
    }

    @Test func daemonRunsWithoutALog() throws {
        let directory = try TemporaryDirectory()
        try FileSystem.write([], to: directory.path + "/.local")
        let script = "readlink /proc/$$/fd/2 > '\(directory.path)/output'; exit 74"
        let client = try client(daemon: "PATH=/usr/bin:/bin; \(script)", in: directory)
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("exited with status 74") == true)
        #expect(error?.advice?.contains("no log: cannot create the directory") == true)
        let output = try FileSystem.read(directory.path + "/output")
        #expect(String(decoding: output, as: UTF8.self) == "/dev/null\n")
    }

    @Test func killedDaemonIsReported() throws {
        let directory = try TemporaryDirectory()
        let client = try client(daemon: "kill -9 $$", in: directory)
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.message.contains("signal 9") == true)
    }

    @Test func daemonThatIsNotNeededIsNoFailure() throws {
        let directory = try TemporaryDirectory()
        let client = try client(daemon: "exit 0", in: directory, launch: .milliseconds(300))
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("nothing listens") == true)
    }

    @Test func daemonThatStartsIsAwaitedLongerThanTheLaunchTime() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/started"
        try #require(mkfifo(path, 0o600) == 0)
        // It exits once this process has opened the other end, long after the launch time.
        let client = try client(
            daemon: "read line < '\(path)'; exit 74",
            in: directory,
            launch: .milliseconds(50)
        )
        var notices = 0
        client.waitsForStart = {
            notices += 1
            if notices == 2 { close(open(path, O_WRONLY)) }
        }
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        #expect(error?.message.contains("exited with status 74") == true)
        #expect(notices >= 2)
    }

    @Test func daemonThatHangsBeforeItListensIsNamed() throws {
        let directory = try TemporaryDirectory()
        let client = try client(
            daemon: "echo $$ > '\(directory.path)/process'; exec /bin/sleep 600",
            in: directory,
            launch: .milliseconds(300),
            start: .milliseconds(300)
        )
        let error = #expect(throws: ClientError.self) { try client.call(Status()) }
        let written = try FileSystem.read(directory.path + "/process")
        let process = try #require(Int32(String(decoding: written.dropLast(), as: UTF8.self)))
        defer {
            kill(process, SIGKILL)
            // The library of the tests waits for no exit test while another process has ended.
            waitpid(process, nil, 0)
        }
        #expect(error?.code == .unavailable)
        #expect(error?.message.contains("as process \(process), but does not listen") == true)
        #expect(error?.advice?.contains("kill \(process)") == true)
        #expect(error?.advice?.contains("--timeout 60") == true)
    }

    @Test func daemonIsDetached() throws {
        let directory = try TemporaryDirectory()
        // The script logs the arguments and streams that it was started with.
        let script = """
            PATH=/usr/bin:/bin
            echo "arguments $*"
            echo "session $(ps -o sid= -p $$ | tr -d ' ') $$"
            echo "notify ${NOTIFY_SOCKET-unset}"
            echo "input $(readlink /proc/$$/fd/0)"
            exit 3
            """
        let client = try client(daemon: script, in: directory)
        #expect(throws: ClientError.self) { try client.call(Status()) }
        let log = try FileSystem.read(directory.path + "/.local/state/journal/daemon.log")
        let lines = String(decoding: log, as: UTF8.self).split(separator: "\n")
        #expect(lines.contains("arguments --socket \(directory.path)/journal.sock"))
        #expect(lines.contains("notify unset"))
        #expect(lines.contains("input /dev/null"))
        let session = try #require(lines.first { $0.hasPrefix("session") }).split(separator: " ")
        #expect(session.count == 3)
        #expect(session[1] == session[2])
    }
}
