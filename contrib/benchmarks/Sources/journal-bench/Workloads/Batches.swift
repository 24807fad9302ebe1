// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The large store, written in batches of 100 entries on one connection.
struct Batches: Workload {
    let name = "batches"

    func run(in run: BenchmarkRun) throws {
        let store = try run.largeStore()
        run.report.title("\(store.entries) entries in batches of 100", ["entries/s"])
        run.report.row("all", [store.rate.text(0)])
        run.report.row("the last tenth", [store.lastRate.text(0)])
        run.report.goal("batches of 100", store.rate, in: "entries/s", .atLeast(12_000))
    }
}
