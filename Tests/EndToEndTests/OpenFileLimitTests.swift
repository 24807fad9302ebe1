// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Daemons with a limit of open files.
struct OpenFileLimitTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// Starts a daemon after a `ulimit` command.
    private func startDaemon(ulimit options: String) throws -> ChildProcess {
        let script = #"ulimit \#(options) && exec "$0" --socket "$1" --store "$2""#
        return try bed.run(
            inBackground: ["/bin/sh", "-c", script, Built.daemon, bed.socket, bed.store]
        )
    }

    @Test(arguments: [5, 20, 63]) func limitThatIsTooLowIsAStartupError(limit: Int) throws {
        let daemon = try startDaemon(ulimit: "-n \(limit)").wait()
        #expect(daemon.status == 78, "\(daemon.errors)")
        #expect(
            daemon.errors.contains("the limit of open files is \(limit), "),
            "\(daemon.errors)"
        )
    }

    @Test func daemonWithoutDescriptorsServesItsConnections() throws {
        let limit = 64
        let daemon = try startDaemon(ulimit: "-n \(limit)")
        var wires = [try eventually("a daemon that listens") { try? bed.connect() }]
        // Those that the daemon cannot accept wait in the queue of the socket.
        while wires.count < limit { wires.append(try bed.connect()) }
        let problem = "cannot accept connections"
        try eventually("a shortage") { daemon.errors.contains(problem) ? true : nil }
        let clients = try #require(try wires[0].call("status")["clients"]?.integerValue)
        let acceptedCount = Int(clients)
        try #require(acceptedCount > 1)
        try expectPauses(daemon)
        for wire in wires[..<acceptedCount] { try wire.call("entry.create", ["text": "a"]) }
        #expect(try wires[1].call("status")["entries"] == .integer(clients))
        // Each shortage is logged once; a file that was closed in between can end the first one.
        let errors = daemon.errors
        let endCount = errors.ranges(of: "accepting connections again").count
        #expect(errors.ranges(of: problem).count == endCount + 1, "\(errors)")
        wires.removeSubrange(1..<acceptedCount)
        for wire in wires.prefix(acceptedCount / 2) { try wire.call("entry.list") }
        #expect(daemon.errors.contains("accepting connections again"), "\(daemon.errors)")
        #expect(daemon.poll() == nil)
    }

    @Test func requestsWithoutDescriptorsFailAloneAndWorkLater() throws {
        let limit = 64
        let daemon = try startDaemon(ulimit: "-n \(limit)")
        var wires = [try eventually("a daemon that listens") { try? bed.connect() }]
        let wire = wires[0]
        let id = try wire.call("entry.create", ["text": "kept", "tags": ["t"]])["id"]
        while wires.count < limit { wires.append(try bed.connect()) }
        try eventually("a shortage") {
            daemon.errors.contains("cannot accept connections") ? true : nil
        }
        let path = bed.root + "/copy"
        let attachment: JSON = [
            "id": .string(EntryID.random().text), "entry": id ?? .null, "name": "a", "size": 3,
            "data": "YWJj", "digest": .string(Self.digestOfABC),
        ]
        func outcome(_ method: String, _ params: JSON) throws -> String {
            try wire.kind(method, params) ?? "done"
        }
        #expect(["done", "store.failed"].contains(try outcome("attachment.add", attachment)))
        #expect(try outcome("backup", ["path": .string(path)]) == "backup.failed")
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try outcome("backup.verify", ["path": .string(bed.store)]) == "backup.failed")
        // Several reads at once, each of which may need a connection to the store.
        let methods = ["entry.list", "entry.search", "tag.list", "notebook.list", "list.open"]
        let asked = try (0..<20).map { number in
            try wire.ask(methods[number % 5], number % 5 == 1 ? ["query": "kept"] : [:])
        }
        var unanswered = Set(asked)
        while !unanswered.isEmpty {
            // Replies may arrive in another order.
            let reply = try #require(try wire.message())
            #expect([nil, "store.failed"].contains(reply.kind), "\(reply)")
            unanswered.remove(reply["id"]?.integerValue ?? 0)
        }
        try wire.call("entry.create", ["text": "written"])
        #expect(try wire.call("status")["damage"] == nil)

        wires.removeSubrange(1...)
        try eventually("descriptors") {
            try outcome("backup", ["path": .string(path)]) == "done" ? true : nil
        }
        #expect(try wire.call("backup.verify", ["path": .string(path)])["entries"] == 2)
        try wire.call("attachment.add", attachment)
        #expect(try wire.call("entry.count")["count"] == 2)
        try bed.connect().call("entry.create", ["text": "of another connection"])
        #expect(daemon.poll() == nil)
    }

    private static let digestOfABC =
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test func connectionBeyondTheLimitIsRejected() throws {
        // The connections use descriptors of the test process too.
        var limit = rlimit()
        try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 4096))
        try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let daemon = try startDaemon(ulimit: "-S -n 256")
        var wires = [try eventually("a daemon that listens") { try? bed.connect() }]
        while wires.count < Limits.connections { wires.append(try bed.connect()) }
        for wire in wires { try wire.ask("hello") }
        for wire in wires { #expect(try wire.message()?["result"] != nil) }
        let refused = try bed.connect()
        let reply = try refused.message()
        #expect(reply?.kind == "limit.connections", "\(reply?.description ?? "the end")")
        #expect(try refused.line() == nil)
        try wires[0].call("entry.create", ["text": "a"])
        wires.removeLast()
        try eventually("room for another") {
            try bed.connect().kind("hello") == nil ? true : nil
        }
        #expect(daemon.poll() == nil)
    }

    /// Checks that the event loop of a daemon waits most of the time.
    private func expectPauses(_ daemon: ChildProcess) throws {
        let start = ContinuousClock.now
        let before = try processorTime(of: daemon)
        let waits = try waitCount(of: daemon)
        try eventually("pauses") { try waitCount(of: daemon) >= waits + 10 ? true : nil }
        let used = try processorTime(of: daemon) - before
        #expect(used < (ContinuousClock.now - start) / 2)
    }

    /// The number of times that the event loop waited.
    private func waitCount(of daemon: ChildProcess) throws -> Int {
        let tasks = "/proc/\(daemon.pid)/task"
        let loop = try #require(
            FileSystem.names(in: tasks).first { task in
                ((try? text("\(tasks)/\(task)/comm")) ?? "").hasPrefix("NIO-ELT")
            }
        )
        let status = try text("\(tasks)/\(loop)/status")
        let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
        return try #require(line?.split { !$0.isNumber }.first.flatMap { Int($0) })
    }

    /// The processor time that a daemon has used.
    private func processorTime(of daemon: ChildProcess) throws -> Duration {
        // The name of the program, in parentheses, may contain spaces.
        let fields = try text("/proc/\(daemon.pid)/stat").split(separator: ")").last?
            .split(separator: " ").compactMap { Int($0) }
        let values = try #require(fields?.dropFirst(10).prefix(2))
        return .seconds(values.reduce(0, +)) / sysconf(Int32(_SC_CLK_TCK))
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try FileSystem.read(path), as: UTF8.self)
    }
}
