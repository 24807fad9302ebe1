// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Start-up of the daemon, and the guarantee that only one runs.
struct ColdStartTests {
    @Test func concurrentClientsStartOneDaemon() throws {
        let bed = try TestBed()
        let clients = try (0..<20).map { try bed.start(["new", "from shell \($0)"]) }
        let results = try clients.map { try $0.wait() }
        #expect(results.filter { $0.status != 0 }.map(\.errors) == [])
        let ids = Set(results.map(\.line))
        #expect(ids.count == 20)
        let listed = try bed.journal("list", "--all").lines
        #expect(listed.count == 20)
        #expect(Set(listed.map { String($0.prefix(36)) }) == ids)
        // Daemons that lose the race exit on their own.
        try eventually("the end of superfluous daemons") { bed.daemons.count == 1 ? true : nil }
    }

    @Test func staleSocketIsReplaced() throws {
        let bed = try TestBed()
        try bed.journal("new", "before")
        try bed.killDaemon()
        #expect(FileManager.default.fileExists(atPath: bed.socket))
        #expect(throws: Stuck.self) { try bed.connect() }
        let next = try bed.journal("new", "after")
        #expect(next.status == 0, "\(next.errors)")
        #expect(try bed.journal("list", "--count").line == "2")
        #expect(bed.daemons.count == 1)
    }

    @Test func daemonRunsInTheRootDirectory() throws {
        let bed = try TestBed()
        let script = "cd \(bed.root)/files && exec \(Built.journal) new here"
        let client = try bed.run(["/bin/sh", "-c", script])
        #expect(client.status == 0, "\(client.errors)")
        let daemon = try #require(bed.daemons.first)
        #expect(FileSystem.target(ofLink: "/proc/\(daemon)/cwd") == "/")
    }

    @Test func relativePathsResolveAgainstTheInitialDirectory() throws {
        let bed = try TestBed()
        let (socket, store) = ("files/j.sock", "files/kept/j.store")
        let script = "cd \(bed.root) && exec \(Built.daemon) --socket \(socket) --store \(store)"
        let daemon = try bed.run(inBackground: ["/bin/sh", "-c", script])
        let wire = try eventually("a daemon that listens") {
            try? Wire("\(bed.root)/\(socket)")
        }
        let status = try wire.call("status")
        #expect(status["socket"] == .string("\(bed.root)/\(socket)"))
        #expect(status["store"] == .string("\(bed.root)/\(store)"))
        #expect(FileManager.default.fileExists(atPath: "\(bed.root)/\(store)"))
        #expect(FileSystem.target(ofLink: "/proc/\(daemon.pid)/cwd") == "/")
    }

    @Test func commandAfterAKillStartsANewDaemon() throws {
        let bed = try TestBed()
        let id = try bed.journal("new", "kept").line
        let first = try bed.killDaemon()
        let shown = try bed.journal("show", id)
        #expect(shown.output == "kept\n", "\(shown.errors)")
        let second = try bed.connect().call("hello")["pid"]?.integerValue
        #expect(second != nil && second != Int64(first))
    }

    @Test func secondDaemonOfAStoreNamesTheFirst() throws {
        let bed = try TestBed()
        let first = try bed.serve()
        let other = try TestBed()
        let second = try other.startDaemon(store: bed.store).wait()
        #expect(second.status == 75, "\(second.errors)")
        #expect(second.errors.contains("process \(first.pid)"), "\(second.errors)")
        #expect(second.errors.contains(bed.store))
        #expect(try bed.connect().call("status")["pid"]?.integerValue == Int64(first.pid))
    }

    @Test(arguments: ["lock removed", "hard link"])
    func secondDaemonOfTheFileOfAStoreIsRefused(_ way: String) throws {
        let bed = try TestBed()
        let first = try bed.serve()
        try bed.journal("new", "before")
        let other = try TestBed()
        var store = bed.store
        if way == "hard link" {
            store = other.root + "/linked.store"
            try FileManager.default.linkItem(atPath: bed.store, toPath: store)
        } else {
            try FileSystem.remove(bed.store + ".lock")
        }
        let second = try other.startDaemon("--idle-exit", "1", store: store).wait()
        #expect(second.status == 75, "\(second.errors)")
        #expect(
            second.errors.contains("\(store) is in use by process \(first.pid) journal-daemon;"),
            "\(second.errors)"
        )
        #expect(try bed.journal("new", "after").status == 0)
        // The next daemon takes its place.
        #expect(try bed.journal("daemon", "stop").status == 0)
        #expect(try first.wait().status == 0)
        #expect(try bed.journal("list", "--count").line == "2")
    }

    @Test func clientReportsALockedStore() throws {
        let bed = try TestBed()
        let first = try bed.serve()
        let other = try TestBed()
        other.environment["XDG_DATA_HOME"] = bed.environment["XDG_DATA_HOME"]
        let refused = try other.journal("list", "--json")
        #expect(refused.status == 75)
        #expect(refused.errors.contains("\"store.locked\""), "\(refused.errors)")
        #expect(refused.errors.contains("process \(first.pid)"), "\(refused.errors)")
    }

    /// The daemon that answers with the reason opens the store itself.
    @Test func daemonServesAsSoonAsItsStoreIsFree() throws {
        let bed = try TestBed()
        let first = try bed.serve()
        try bed.journal("new", "An entry")
        let other = try TestBed()
        other.environment["XDG_DATA_HOME"] = bed.environment["XDG_DATA_HOME"]
        let second = try other.startDaemon(store: bed.store)
        defer { second.send(SIGTERM) }
        let reason = try eventually("the reason") {
            try? other.connect().message()?["error"]?["data"]?["kind"]?.stringValue
        }
        #expect(reason == "store.locked")
        first.send(SIGKILL)
        _ = try first.wait()
        let list = try other.journal("list", "--count")
        #expect(list.line == "1", "\(list.errors)")
    }

    @Test func secondDaemonOfASocketExits() throws {
        let bed = try TestBed()
        let first = try bed.serve()
        let second = try bed.startDaemon(store: bed.root + "/other.store").wait()
        #expect(second.status == 0, "\(second.errors)")
        #expect(try bed.connect().call("status")["pid"]?.integerValue == Int64(first.pid))
        #expect(bed.daemons == [first.pid])
    }

    @Test func stopAfterAFailedStartFindsNoDaemon() throws {
        let bed = try TestBed()
        let first = try bed.serve()
        let other = try TestBed()
        other.environment["XDG_DATA_HOME"] = bed.root + "/data"
        #expect(try other.journal("daemon", "start").status == 75)
        // The daemon that cannot start answers with the reason for another second.
        let stopped = try other.journal("daemon", "stop")
        #expect(stopped.status == 0, "\(stopped.errors)")
        #expect(stopped.errors == "journal: no daemon is running at \(other.socket)\n")
        // Its process ends after its socket, which is what the client sees.
        #expect(try eventually("the end") { other.daemons.isEmpty ? true : nil })
        #expect(first.poll() == nil)
    }

    @Test func regularFileAtTheSocketPathIsKept() throws {
        let bed = try TestBed()
        try FileSystem.makeDirectory(bed.root + "/run/journal")
        chmod(bed.root + "/run/journal", 0o700)
        try FileSystem.write(Array("precious".utf8), to: bed.socket)
        let daemon = try bed.startDaemon().wait()
        #expect(daemon.status == 73)
        #expect(daemon.errors.contains("is not a socket"), "\(daemon.errors)")
        #expect(try FileSystem.read(bed.socket) == Array("precious".utf8))
    }

    @Test func socketIsAccessibleOnlyToItsOwner() throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        var socket = stat()
        var directory = stat()
        #expect(stat(bed.socket, &socket) == 0)
        #expect(stat(bed.root + "/run/journal", &directory) == 0)
        #expect(socket.st_mode & 0o777 == 0o600)
        #expect(directory.st_mode & 0o777 == 0o700)
        #expect(daemon.poll() == nil)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func signalShutsTheDaemonDownGracefully(signal: Int32) throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        let wire = try bed.connect()
        try wire.call("subscribe")
        // Many requests are in flight when the signal arrives; all of them are answered.
        let asked = try (0..<100).map { try wire.ask("entry.create", ["text": .string("\($0)")]) }
        guard try wire.reply(to: asked[0]) != nil else { throw Stuck("no reply") }
        daemon.send(signal)
        var created = 1
        while let message = try wire.message() {
            if message["result"]?["created"] == true { created += 1 }
        }
        #expect(try daemon.wait().status == 0)
        #expect(!FileManager.default.fileExists(atPath: bed.socket))
        let log = bed.store + "-wal"
        #expect(!FileManager.default.fileExists(atPath: log), "the end makes the store whole")
        let count = try bed.journal("list", "--count").line
        #expect(Int(count) ?? 0 >= created)
    }

    @Test func idleDaemonExitsAndIsRestartedOnDemand() throws {
        let bed = try TestBed()
        let daemon = try bed.serve("--idle-exit", "1")
        do {
            let wire = try bed.connect()
            try wire.call("entry.create", ["text": "stays"])
        }
        let end = try daemon.wait()
        #expect(end.status == 0, "\(end.errors)")
        #expect(try bed.journal("list", "--count").line == "1")
    }
}
