// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc

/// The start of a daemon on the large store, until it has answered a request for an entry.
struct FirstAnswer: Workload {
    let name = "start"

    func run(in run: BenchmarkRun) throws {
        let store = try run.largeStore()
        var samples = Samples()
        for _ in 0..<run.options.rounds * 5 {
            let start = now()
            let daemon = try Daemon(run, store: store.path)
            _ = try LineConnection(daemon.socket).call("entry.list", "{\"limit\":1}")
            samples.add(now() - start)
            try daemon.stop()
            run.cleanup.remove(daemon.directory)
        }
        run.report.title("no daemon to first answer", ["p50 ms", "p99 ms"])
        run.report.row("journal", samples.milliseconds)
        run.report.goal("first answer", samples.median * 1_000, in: "ms", .atMost(100))
    }
}
