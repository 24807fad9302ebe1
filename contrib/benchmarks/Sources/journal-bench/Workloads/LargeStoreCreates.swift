// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Durable creates with one tag in the large store, compared with a store of a thousand entries.
struct LargeStoreCreates: Workload {
    private static let small = 1_000

    let name = "large"

    func run(in run: BenchmarkRun) throws {
        let store = try run.largeStore()
        let few = try Daemon(run)
        defer { run.cleanup.remove(few.directory) }
        try fill(few)
        let many = try Daemon(run, store: store.path)
        defer { run.cleanup.remove(many.directory) }
        var fewSummary = LoadSummary()
        var manySummary = LoadSummary()
        for round in 0..<run.options.rounds {
            try measure(few, &fewSummary, round, run)
            try measure(many, &manySummary, round, run)
        }
        try few.stop()
        try many.stop()
        run.report.title("creates with one tag, 64 connections", Report.loadHeading)
        run.report.row("\(Self.small) entries before", fewSummary.columns)
        run.report.row("\(store.entries) entries before", manySummary.columns)
        run.report.goal(
            "creates, p99 in the large store / 1,000 entries",
            manySummary.p99 / fewSummary.p99,
            .atMost(1.2)
        )
    }

    private func measure(
        _ daemon: Daemon,
        _ summary: inout LoadSummary,
        _ round: Int,
        _ run: BenchmarkRun
    ) throws {
        var load = try Load(daemon, connections: 64, isTagged: true, seed: 100 + round)
        _ = try load.run(seconds: 0.5)
        summary.add(try load.run(seconds: run.options.seconds))
    }

    private func fill(_ daemon: Daemon) throws {
        let connection = try LineConnection(daemon.socket)
        var text = SampleText(seed: 12)
        for _ in 0..<Self.small {
            _ = try connection.call("entry.create", text.entry(isTagged: true).parameters)
        }
    }
}
