// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A load of creates on PostgreSQL, each with a notification in its transaction.
struct PostgreSQLLoad: Hashable {
    /// The measured loads.
    static let all = [
        PostgreSQLLoad(connections: 1, hasSearchIndex: true),
        PostgreSQLLoad(connections: 64, hasSearchIndex: true),
        PostgreSQLLoad(connections: 64, hasSearchIndex: false),
    ]

    let connections: Int
    /// Whether entries have a full-text index, as in the journal.
    let hasSearchIndex: Bool

    var title: String {
        "PostgreSQL, \(connections) connections" + (hasSearchIndex ? "" : ", no full text")
    }

    /// Runs the load on a new server.
    func run(_ round: Int, _ summary: inout LoadSummary, _ run: BenchmarkRun) throws {
        let server = try PostgreSQLServer(run, connections: connections)
        let control = try server.connect()
        if hasSearchIndex { try control.execute(PostgreSQLServer.searchIndex) }
        let clients = try (0..<connections).map { _ in try server.connect() }
        for client in clients { try client.prepareCreate() }
        var load = Load(clients, isTagged: true, seed: round * 1_000 + connections)
        _ = try load.run(seconds: 0.5)
        summary.add(try load.run(seconds: run.options.seconds))
        guard try control.execute("SELECT count(*) FROM entry") == String(load.acknowledged) else {
            throw BenchmarkError("PostgreSQL did not store \(load.acknowledged) entries")
        }
        try server.stop()
    }
}
