// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Durable creates: of the daemon, of PostgreSQL and of plain SQLite.
struct Creates: Workload {
    private static let variants = [
        ("plain SQLite, one by one", RawInserts.Variant(batch: 1, indexing: .triggers)),
        ("plain SQLite, batched by 64", RawInserts.Variant(batch: 64, indexing: .triggers)),
        ("  without triggers", RawInserts.Variant(batch: 64, indexing: .statements)),
    ]

    let name: String
    /// Whether each entry has one tag and PostgreSQL is measured, too.
    let isTagged: Bool

    private var connectionCounts: [Int] { isTagged ? [1, 64] : [1, 16, 64] }

    func run(in run: BenchmarkRun) throws {
        run.report.title(
            isTagged ? "durable creates with one tag" : "durable creates without tags",
            Report.loadHeading
        )
        var journal: [Int: LoadSummary] = [:]
        var postgreSQL: [PostgreSQLLoad: LoadSummary] = [:]
        var raw: [RawInserts.Variant: [Double]] = [:]
        for round in 0..<run.options.rounds {
            var copy: StoreCopy?
            for count in connectionCounts {
                let store = try load(count, round, &journal[count, default: LoadSummary()], run)
                if count == 64 { copy = store }
            }
            if let copy {
                let inserts = RawInserts(copy: copy, directory: run.cleanup.folder)
                for (_, variant) in Self.variants {
                    let rate = try inserts.rate(variant, seconds: run.options.seconds)
                    raw[variant, default: []].append(rate)
                }
            }
            guard isTagged else { continue }
            for load in PostgreSQLLoad.all {
                try load.run(round, &postgreSQL[load, default: LoadSummary()], run)
            }
        }
        for count in connectionCounts {
            run.report.row("journal, \(count) connections", journal[count]?.columns ?? [])
        }
        for load in PostgreSQLLoad.all where isTagged {
            run.report.row(load.title, postgreSQL[load]?.columns ?? [])
        }
        for (title, variant) in Self.variants {
            run.report.row(title, [median(raw[variant] ?? []).text(0)])
        }
        addGoals(journal.mapValues(\.rate), postgreSQL.mapValues(\.rate), raw, run)
    }

    /// Runs a load on a new daemon.
    ///
    /// - Returns: A copy of its store.
    private func load(
        _ connections: Int,
        _ round: Int,
        _ summary: inout LoadSummary,
        _ run: BenchmarkRun
    ) throws -> StoreCopy {
        let daemon = try Daemon(run)
        defer { run.cleanup.remove(daemon.directory) }
        var load = try Load(daemon, connections: connections, isTagged: isTagged, seed: round)
        _ = try load.run(seconds: 0.5)
        summary.add(try load.run(seconds: run.options.seconds))
        try daemon.stop()
        let copy = try StoreCopy(daemon.store)
        guard copy.entries.count == load.acknowledged else {
            throw BenchmarkError(
                "\(load.acknowledged) entries were acknowledged, \(copy.entries.count) are stored"
            )
        }
        return copy
    }

    private func addGoals(
        _ journal: [Int: Double],
        _ postgreSQL: [PostgreSQLLoad: Double],
        _ raw: [RawInserts.Variant: [Double]],
        _ run: BenchmarkRun
    ) {
        let one = journal[1] ?? 0
        let many = journal[64] ?? 0
        let batched = median(raw[Self.variants[1].1] ?? [])
        guard isTagged else {
            run.report.goal("creates, 64 connections / 1 connection", many / one, .atLeast(4))
            run.report.goal("creates, 64 connections / plain SQLite", many / batched, .atLeast(0.5))
            return
        }
        for load in PostgreSQLLoad.all where load.hasSearchIndex {
            let isOne = load.connections == 1
            run.report.goal(
                "tagged creates, \(load.connections) connections / PostgreSQL",
                (isOne ? one : many) / (postgreSQL[load] ?? 0),
                .atLeast(isOne ? 0.6 : 4)
            )
        }
        run.report.goal("tagged creates, time / plain SQLite", batched / many, .atMost(1.5))
    }
}
