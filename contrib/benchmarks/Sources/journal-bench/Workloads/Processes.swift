// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// `journal new` and the SQLite shell as complete processes.
struct Processes: Workload {
    let name = "processes"

    func run(in run: BenchmarkRun) throws {
        let result = try ProcessComparison(benchmark: run, copy: try schema(run)).run()
        run.report.title("whole processes", ["p50 ms", "p99 ms"])
        var rows = [("journal new", result.journal)]
        rows += result.sqlite.sorted { $0.key < $1.key }.map { ("sqlite3, \($0.key)", $0.value) }
        for (name, samples) in rows { run.report.row(name, samples.milliseconds) }
        run.report.goal("journal new / sqlite3", result.journal.median / result.best, .atMost(1.5))
    }

    /// Returns a copy of a store with one entry, for its schema.
    private func schema(_ run: BenchmarkRun) throws -> StoreCopy {
        let daemon = try Daemon(run)
        defer { run.cleanup.remove(daemon.directory) }
        var text = SampleText(seed: 3)
        let entry = text.entry(isTagged: false)
        _ = try LineConnection(daemon.socket).call("entry.create", entry.parameters)
        try daemon.stop()
        return try StoreCopy(daemon.store)
    }
}
