// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import JournalSystem
import Testing

/// Unusable stores, full disks, slow clients, and other users.
struct HostileEnvironmentTests {
    @Test func otherFileIsRejectedUnchanged() throws {
        let bed = try TestBed()
        let path = bed.root + "/letter.txt"
        let letter = Array(String(repeating: "Dear diary, this is no database. ", count: 200).utf8)
        try FileSystem.write(letter, to: path)
        let daemon = try bed.startDaemon(store: path).wait()
        #expect(daemon.status == 65, "\(daemon.errors)")
        #expect(daemon.errors.contains(path))
        #expect(try FileSystem.read(path) == letter)
    }

    @Test func otherDatabaseIsRejectedUnchanged() throws {
        let bed = try TestBed()
        let path = bed.root + "/other.db"
        let shell = try #require(Built.tool("sqlite3"), "sqlite3 is needed")
        try bed.run([shell, path, "CREATE TABLE cats(name); INSERT INTO cats VALUES('Mia')"])
        let before = try FileSystem.read(path)
        let daemon = try bed.startDaemon(store: path).wait()
        #expect(daemon.status == 65, "\(daemon.errors)")
        #expect(try FileSystem.read(path) == before)
    }

    @Test(arguments: [(99, "has format 99"), (8, "with the program that wrote it: journal export")])
    func storeOfAnotherFormatIsRejectedUnchanged(format: Int, message: String) throws {
        let bed = try TestBed()
        try bed.journal("new", "from another time")
        try bed.journal("daemon", "stop")
        let shell = try #require(Built.tool("sqlite3"), "sqlite3 is needed")
        let change = "UPDATE swiftdata_metadata SET value = '\(format)' WHERE name = 'format'"
        try bed.run([shell, bed.store, change])
        let before = try FileSystem.read(bed.store)
        let daemon = try bed.startDaemon().wait()
        #expect(daemon.status == 78, "\(daemon.errors)")
        #expect(daemon.errors.contains(message), "\(daemon.errors)")
        #expect(try FileSystem.read(bed.store) == before)
        let client = try bed.journal("new", "not lost")
        #expect(client.status == 74, "\(client.errors)")
        #expect(client.errors.contains(message), "\(client.errors)")
        #expect(client.errors.contains("/undelivered/"))
        #expect(try FileSystem.read(bed.store) == before)
    }

    @Test func clientReportsWhyItsDaemonFailedToStart() throws {
        let foreign = try TestBed()
        try FileSystem.makeDirectory(foreign.root + "/data/journal")
        let letter = Array(String(repeating: "Dear diary. ", count: 400).utf8)
        try FileSystem.write(letter, to: foreign.store)
        let directory = try TestBed()
        try FileSystem.makeDirectory(directory.store)
        for bed in [foreign, directory] {
            let result = try bed.journal("list", "--json")
            #expect(result.status == 74, "\(result.errors)")
            let line = result.errors.trimmingCharacters(in: .newlines)
            #expect(try JSON.parse(line)["error"]?["kind"] == "store.notAStore", "\(line)")
            try eventually("the end of the daemon") { bed.daemons.isEmpty ? true : nil }
            #expect(FileStatus(path: bed.socket) == nil)
        }
    }

    @Test(arguments: ["option", "variable"])
    func givenSocketPathWithoutADirectoryStartsNothing(source: String) throws {
        let bed = try TestBed()
        let path = bed.root + "/absent/s"
        if source == "variable" { bed.environment["JOURNAL_SOCKET"] = path }
        let result =
            source == "variable"
            ? try bed.journal("status") : try bed.journal("status", "--socket", path)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains("\(bed.root)/absent of the socket does not exist"))
        #expect(FileStatus(path: bed.root + "/absent") == nil)
        #expect(FileStatus(path: bed.store) == nil)
        let daemon = try bed.run([Built.daemon, "--socket", path, "--store", bed.store])
        #expect(daemon.status == 73, "\(daemon.errors)")
        #expect(FileStatus(path: bed.root + "/absent") == nil)
    }

    @Test func allConcurrentClientsReportTheStartupError() throws {
        let bed = try TestBed()
        try FileSystem.makeDirectory(bed.root + "/data/journal")
        let letter = Array(String(repeating: "Dear diary. ", count: 400).utf8)
        try FileSystem.write(letter, to: bed.store)
        let clients = try (0..<8).map { _ in try bed.start(["list"]) }
        for client in clients {
            let result = try client.wait()
            #expect(result.status == 74, "\(result.errors)")
        }
    }

    /// Starts a daemon by socket activation: on the first connection to an inherited socket.
    private func activate(_ bed: TestBed, store: String) throws -> (ChildProcess, Wire) {
        let script = """
            import os, select, socket, sys
            s = socket.socket(socket.AF_UNIX)
            s.bind(sys.argv[1])
            s.listen(16)
            select.select([s], [], [])
            os.dup2(s.fileno(), 3)
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
            os.execv(sys.argv[2], sys.argv[2:])
            """
        let python = try #require(Built.tool("python3"), "python3 is needed")
        let socket = bed.root + "/run/inherited.sock"
        let daemon = try bed.run(
            inBackground: [python, "-c", script, socket, Built.daemon, "--store", store]
        )
        let wire = try eventually("a socket that listens") { try? Wire(socket) }
        return (daemon, wire)
    }

    @Test func socketActivationReportsTheStartupError() throws {
        let bed = try TestBed()
        let letter = bed.root + "/letter.txt"
        try FileSystem.write(Array(String(repeating: "Dear diary. ", count: 400).utf8), to: letter)
        let newer = bed.root + "/newer.store"
        let shell = try #require(Built.tool("sqlite3"), "sqlite3 is needed")
        try bed.journal("new", "from the future")
        try bed.journal("daemon", "stop")
        try bed.run(["/bin/cp", bed.store, newer])
        try bed.run([
            shell, newer, "UPDATE swiftdata_metadata SET value = '99' WHERE name = 'format'",
        ])
        let owner = try bed.serve()
        for (store, kind, status) in [
            (letter, "store.notAStore", 65), (newer, "store.tooNew", 78),
            (bed.store, "store.locked", 75),
        ] {
            let other = try TestBed()
            let (daemon, wire) = try activate(other, store: store)
            try wire.send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"hello\"}")
            let reply = try wire.message()
            #expect(reply?.kind == kind, "\(reply?.description ?? "the end")")
            #expect(reply?["id"] == .null)
            #expect(try daemon.wait().status == Int32(status))
        }
        #expect(owner.poll() == nil)
    }

    @Test func lockedStoreIsARetryableError() throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        let wire = try bed.connect()
        let script = """
            import sqlite3, sys
            store = sqlite3.connect(sys.argv[1], isolation_level=None)
            store.execute("BEGIN IMMEDIATE")
            print("mine", flush=True)
            sys.stdin.read()
            """
        let python = try #require(Built.tool("python3"), "python3 is needed")
        let fifo = bed.root + "/fifo"
        try #require(mkfifo(fifo, 0o600) == 0)
        let shell = "exec \"$1\" -c \"$2\" \"$3\" <> \"$4\""
        let other = try bed.run(
            inBackground: ["/bin/sh", "-c", shell, "sh", python, script, bed.store, fifo]
        )
        try eventually("a foreign transaction") { other.output == "mine\n" ? true : nil }
        let error = try wire.error("entry.create", ["text": "a"])
        #expect(error?.kind == "store.locked", "\(error?.description ?? "written")")
        #expect(error?["data"]?["retryable"] == true)
        #expect(try wire.call("entry.count")["count"] == 0)
        other.send(SIGKILL)
        _ = try other.wait()
        try wire.call("entry.create", ["text": "a"])
        #expect(try wire.call("entry.count")["count"] == 1)
        #expect(daemon.poll() == nil)
    }

    @Test func corruptStoreIsReportedWithoutACrash() throws {
        let bed = try TestBed()
        let wire = try bed.connectStarting()
        let text = String(repeating: "word ", count: 600)
        for number in 0..<200 {
            try wire.call("entry.create", ["text": .string("\(number) \(text)")])
        }
        try bed.journal("daemon", "stop")
        var bytes = try FileSystem.read(bed.store)
        // Damages only pages with entries, and not the last ones, so that the store still opens.
        let words = Array("word word word".utf8)
        let leaves = stride(from: 0, to: bytes.count, by: 4096).filter { start in
            bytes[start] == 0x0D && bytes[start..<start + 4096].firstRange(of: words) != nil
        }
        try #require(leaves.count > 50)
        for start in leaves[10..<20] { bytes[start] = 0x5A }
        try FileSystem.write(bytes, to: bed.store)
        let daemon = try bed.serve()
        let damaged = try bed.connect()
        let error = try damaged.error("entry.list", ["limit": 1000])
        #expect(error?.kind == "store.failed", "\(error?.description ?? "read")")
        #expect(try damaged.call("hello")["protocol"] == 1)
        #expect(daemon.poll() == nil)
    }

    @Test func directoryAtTheStorePathIsReported() throws {
        let bed = try TestBed()
        try FileSystem.makeDirectory(bed.store)
        let daemon = try bed.startDaemon().wait()
        #expect([65, 74].contains(daemon.status), "\(daemon.status) \(daemon.errors)")
        #expect(daemon.errors.contains(bed.store))
    }

    @Test func clientThatNeverReadsDoesNotAffectOthers() throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        let slow = try bed.connect()
        let text = String(repeating: "long ", count: 100_000)
        let id = try bed.connect().call("entry.create", ["text": .string(text)])["id"] ?? .null
        let template = JSON.object([
            "jsonrpc": "2.0", "id": 1, "method": "entry.get", "params": ["id": id],
        ])
        // The client sends more requests than the daemon buffers, until the daemon stops reading.
        var bytes: [UInt8] = []
        for number in 0..<20_000 {
            guard case .object(var request) = template else { break }
            request["id"] = .integer(Int64(number))
            bytes += JSON.object(request).serialized() + [0x0A]
        }
        let sent = try slow.sendSome(bytes, within: .milliseconds(500))
        #expect(sent < bytes.count, "the daemon should stop reading")
        let other = try bed.connect()
        for number in 0..<50 { try other.call("entry.create", ["text": .string("\(number)")]) }
        #expect(try other.call("status")["entries"] == 51)
        #expect(try residentMegabytes(daemon.pid) < 600)
        // The connection stays open: once the client reads, it gets its responses.
        let answer = try eventually("an answer") { try slow.message()?["result"] }
        #expect(answer["entry"]?["text"] == .string(text))
    }

    private func residentMegabytes(_ pid: pid_t) throws -> Int {
        let status = String(decoding: try FileSystem.read("/proc/\(pid)/status"), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        let kilobytes = line?.split { !$0.isNumber }.first.flatMap { Int($0) }
        return (kilobytes ?? 0) / 1024
    }

    @Test(.enabled(if: Root.canBecomeAnother, "only root can act as another user"))
    func anotherUserIsRejected() throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        // File permissions are opened so that only the check of peer credentials remains.
        for path in ["", "/run", "/run/journal"] { chmod(bed.root + path, 0o755) }
        chmod(bed.socket, 0o666)
        let script = """
            import socket, sys
            s = socket.socket(socket.AF_UNIX)
            s.connect(sys.argv[1])
            try:
                s.sendall(b'{"jsonrpc":"2.0","id":1,"method":"entry.list"}\\n')
            except BrokenPipeError:
                pass
            print(s.makefile().readline())
            """
        let python = try #require(Built.tool("python3"))
        let setpriv = try #require(Built.tool("setpriv"))
        let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        let stranger = try bed.run([setpriv] + user + [python, "-c", script, bed.socket])
        #expect(stranger.output.contains("\"auth.uid\""), "\(stranger.errors)")
        #expect(!stranger.output.contains("\"entries\""))
        #expect(daemon.poll() == nil)
        try bed.connect().call("status")
    }

    /// The release build terminated here, because it is linked statically.
    @Test(.enabled(if: Root.canBecomeUnknown, "only root can act as another user"))
    func userWithoutAnEntryInTheDatabaseWritesTexts() throws {
        let bed = try TestBed()
        try bed.run(["/bin/chown", "-R", "4242:4242", bed.root])
        let setpriv = try #require(Built.tool("setpriv"))
        func journal(_ arguments: String..., input: String? = nil) throws -> ChildProcess.Result {
            let user = [setpriv] + Root.unknownUser
            let options = ["--timeout", "40"]
            return try bed.run(user + [Built.journal] + arguments + options, input: input)
        }
        let written = try journal("new", input: "precious\n")
        #expect(written.status == 0, "\(written.status) \(written.errors)")
        #expect(try journal("daemon", "stop").status == 0)
        bed.environment["HOME"] = nil
        #expect(try journal("list", "--count").line == "1")
        #expect(try journal("config").status == 0)
        bed.environment["XDG_STATE_HOME"] = nil
        let unsaved = try journal("drafts")
        #expect(unsaved.errors.contains("neither XDG_STATE_HOME nor HOME"), "\(unsaved.errors)")
    }

    @Test(.enabled(if: Root.canMount, "only root can make a small disk"))
    func fullDiskIsReportedWithoutDataLoss() throws {
        let bed = try TestBed()
        let disk = bed.root + "/data"
        try FileSystem.makeDirectory(disk)
        #expect(
            try bed.run(["/bin/mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", disk]).status == 0
        )
        defer { umount2(disk, 2) }
        let daemon = try bed.serve()
        let wire = try bed.connect()
        let text = String(repeating: "0123456789abcdef ", count: 2000)
        var kept: [JSON] = []
        var refusal: JSON?
        while refusal == nil, kept.count < 1000 {
            let id = try wire.ask("entry.create", ["text": .string("\(kept.count) \(text)")])
            let reply = try #require(try wire.reply(to: id))
            refusal = reply["error"]
            if let id = reply["result"]?["id"] { kept.append(id) }
        }
        #expect(refusal?.kind == "store.full", "\(refusal?.description ?? "never full")")
        #expect(refusal?["data"]?["retryable"] == true)
        #expect(kept.count > 5)
        #expect(daemon.poll() == nil)
        #expect(try wire.call("status")["entries"] == .integer(Int64(kept.count)))
        // The command reports the error and keeps the text.
        let client = try bed.journal("new", text)
        #expect(client.status == 75, "\(client.errors)")
        #expect(client.errors.contains("/undelivered/"))
        // After space is freed, writes succeed without a restart.
        #expect(try bed.run(["/bin/mount", "-o", "remount,size=64m", disk]).status == 0)
        try wire.call("entry.create", ["text": "space again"])
        for id in kept { #expect(try wire.call("entry.get", ["id": id])["entry"]?["id"] == id) }
        #expect(try bed.journal("new", "--deliver", "and more").status == 0)
        #expect(try wire.call("status")["entries"] == .integer(Int64(kept.count) + 3))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}

/// Operations that require root privileges and may be unavailable even to root.
enum Root {
    static let canBecomeAnother =
        geteuid() == 0 && Built.tool("setpriv") != nil && Built.tool("python3") != nil

    /// The arguments of `setpriv` for a user that is not in `/etc/passwd`.
    static let unknownUser = ["--reuid=4242", "--regid=4242", "--clear-groups"]

    /// Whether that user can run the programs under test.
    static let canBecomeUnknown: Bool = {
        guard geteuid() == 0, let setpriv = Built.tool("setpriv"), let bed = try? TestBed() else {
            return false
        }
        let daemon = try? bed.run([setpriv] + unknownUser + [Built.daemon, "--version"])
        return daemon?.status == 0 && access(Built.journal, X_OK) == 0
    }()

    static let canMount: Bool = {
        guard geteuid() == 0, let bed = try? TestBed() else { return false }
        let disk = bed.root + "/home"
        let mounted = try? bed.run(["/bin/mount", "-t", "tmpfs", "tmpfs", disk]).status == 0
        umount2(disk, 2)
        return mounted == true
    }()
}
