// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The resident memory of a daemon with the large store.
struct ResidentMemory: Workload {
    private static let connections = 500

    let name = "memory"

    func run(in run: BenchmarkRun) throws {
        let store = try run.largeStore()
        let daemon = try Daemon(run, store: store.path)
        defer { run.cleanup.remove(daemon.directory) }
        let connection = try LineConnection(daemon.socket)
        _ = try connection.call("hello", "{}")
        let started = try daemon.child.kilobytes("VmRSS")
        let idle = try (0..<Self.connections).map { _ in try LineConnection(daemon.socket) }
        try waitUntilAccepted(connection)
        let perConnection =
            (try daemon.child.kilobytes("VmRSS") - started) / Double(Self.connections)
        try use(daemon, connection, store, run)
        let used = try daemon.child.kilobytes("VmRSS")
        let peak = try daemon.child.kilobytes("VmHWM")
        withExtendedLifetime(idle) {}
        try daemon.stop()
        run.report.title("resident memory", ["MB"])
        let rows = [("started", started, 40.0), ("after use", used, 60), ("peak", peak, 100)]
        for (name, size, bound) in rows {
            run.report.row(name, [(size / 1_000).text(1)])
            run.report.goal("memory, \(name)", size / 1_000, in: "MB", .atMost(bound))
        }
        run.report.row("one idle connection, kB", [perConnection.text(1)])
        run.report.goal("memory, one idle connection", perConnection, in: "kB", .atMost(20))
    }

    /// Waits until the daemon has accepted the idle connections.
    private func waitUntilAccepted(_ connection: LineConnection) throws {
        let member = "\"clients\":\(Self.connections + 1),"
        while true {
            let status = String(decoding: try connection.call("status", "{}"), as: UTF8.self)
            if status.contains(member) { return }
        }
    }

    /// Reads and writes for ten times the duration of a load.
    private func use(
        _ daemon: Daemon,
        _ connection: LineConnection,
        _ store: LargeStore,
        _ run: BenchmarkRun
    ) throws {
        var load = try Load(daemon, connections: 64, isTagged: true, seed: 9)
        let deadline = now() + run.options.seconds * 10
        while now() < deadline {
            _ = try load.run(seconds: 0.2)
            for query in Queries.queries(store) {
                _ = try connection.call(query.method, query.parameters)
            }
            _ = try connection.call("entry.list", "{\"limit\":1000}")
            for word in [LargeStore.rare, LargeStore.common, LargeStore.frequent] {
                _ = try connection.call("entry.search", "{\"query\":\"\(word.word)\"}")
            }
        }
    }
}
