// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Stores that cannot be used, disks that are full, and people who are not the owner.
struct BadSurroundingsTests {
    @Test func aFileThatIsNoStoreIsLeftUntouched() throws {
        let bed = try TestBed()
        let path = bed.root + "/letter.txt"
        let letter = Array(String(repeating: "Dear diary, this is no database. ", count: 200).utf8)
        try FileSystem.write(letter, to: path)
        let daemon = try bed.startDaemon(store: path).wait()
        #expect(daemon.status == 65, "\(daemon.errors)")
        #expect(daemon.errors.contains(path))
        #expect(try FileSystem.read(path) == letter)
    }

    @Test func aDatabaseOfSomebodyElseIsLeftUntouched() throws {
        let bed = try TestBed()
        let path = bed.root + "/other.db"
        let shell = try #require(Built.tool("sqlite3"), "sqlite3 is needed")
        try bed.run([shell, path, "CREATE TABLE cats(name); INSERT INTO cats VALUES('Mia')"])
        let before = try FileSystem.read(path)
        let daemon = try bed.startDaemon(store: path).wait()
        #expect(daemon.status == 65, "\(daemon.errors)")
        #expect(try FileSystem.read(path) == before)
    }

    @Test func aStoreOfANewerVersionIsLeftUntouched() throws {
        let bed = try TestBed()
        try bed.journal("new", "from the future")
        try bed.journal("daemon", "stop")
        let shell = try #require(Built.tool("sqlite3"), "sqlite3 is needed")
        let newer = "UPDATE swiftdata_metadata SET value = '2' WHERE name = 'format'"
        try bed.run([shell, bed.store, newer])
        let before = try FileSystem.read(bed.store)
        let daemon = try bed.startDaemon().wait()
        #expect(daemon.status == 78, "\(daemon.errors)")
        #expect(daemon.errors.contains("reads up to 1"), "\(daemon.errors)")
        #expect(try FileSystem.read(bed.store) == before)
        let client = try bed.journal("new", "not lost")
        #expect(client.status == 69)
        #expect(client.errors.contains("reads up to 1"), "\(client.errors)")
        #expect(client.errors.contains("/undelivered/"))
    }

    @Test func aDirectoryInPlaceOfTheStoreIsTold() throws {
        let bed = try TestBed()
        try FileSystem.makeDirectory(bed.store)
        let daemon = try bed.startDaemon().wait()
        #expect([65, 74].contains(daemon.status), "\(daemon.status) \(daemon.errors)")
        #expect(daemon.errors.contains(bed.store))
    }

    @Test func aClientThatNeverReadsHarmsNobody() throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        let deaf = try bed.connect()
        let text = String(repeating: "long ", count: 100_000)
        let id = try bed.connect().call("entry.create", ["text": .string(text)])["id"] ?? .null
        let question = JSON.object([
            "jsonrpc": "2.0", "id": 1, "method": "entry.get", "params": ["id": id],
        ])
        // It asks for far more than it takes, until the daemon no longer listens to it.
        var bytes: [UInt8] = []
        for number in 0..<20_000 {
            guard case .object(var request) = question else { break }
            request["id"] = .integer(Int64(number))
            bytes += JSON.object(request).serialized() + [0x0A]
        }
        let sent = try deaf.sendSome(bytes, within: .milliseconds(500))
        #expect(sent < bytes.count, "the daemon should stop reading")
        let other = try bed.connect()
        for number in 0..<50 { try other.call("entry.create", ["text": .string("\(number)")]) }
        #expect(try other.call("status")["entries"] == 51)
        #expect(try residentMegabytes(daemon.pid) < 600)
        // It is not forgotten either: once it reads, its answers come.
        let answer = try eventually("an answer") { try deaf.message()?["result"] }
        #expect(answer["entry"]?["text"] == .string(text))
    }

    private func residentMegabytes(_ pid: pid_t) throws -> Int {
        let status = String(decoding: try FileSystem.read("/proc/\(pid)/status"), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
        let kilobytes = line?.split { !$0.isNumber }.first.flatMap { Int($0) }
        return (kilobytes ?? 0) / 1024
    }

    @Test(.enabled(if: Root.canBecomeAnother, "only root can act as another user"))
    func anotherUserIsRefused() throws {
        let bed = try TestBed()
        let daemon = try bed.serve()
        // Open every door, so that only the daemon itself says no.
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

    @Test(.enabled(if: Root.canMount, "only root can make a small disk"))
    func aFullDiskIsToldAndNothingIsLost() throws {
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
        // The command says so, and keeps the text.
        let client = try bed.journal("new", text)
        #expect(client.status == 75, "\(client.errors)")
        #expect(client.errors.contains("/undelivered/"))
        // With space again everything goes on, without a restart.
        #expect(try bed.run(["/bin/mount", "-o", "remount,size=64m", disk]).status == 0)
        try wire.call("entry.create", ["text": "space again"])
        for id in kept { #expect(try wire.call("entry.get", ["id": id])["entry"]?["id"] == id) }
        #expect(try bed.journal("new", "--deliver", "and more").status == 0)
        #expect(try wire.call("status")["entries"] == .integer(Int64(kept.count) + 3))
        daemon.send(SIGTERM)
        #expect(try daemon.wait().status == 0)
    }
}

/// What only root may do, where it may.
enum Root {
    static let canBecomeAnother =
        geteuid() == 0 && Built.tool("setpriv") != nil && Built.tool("python3") != nil

    static let canMount: Bool = {
        guard geteuid() == 0, let bed = try? TestBed() else { return false }
        let disk = bed.root + "/home"
        let mounted = try? bed.run(["/bin/mount", "-t", "tmpfs", "tmpfs", disk]).status == 0
        umount2(disk, 2)
        return mounted == true
    }()
}
