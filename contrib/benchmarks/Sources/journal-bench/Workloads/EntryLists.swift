// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A list of 1,000 entries with their summaries.
struct EntryLists: Workload {
    let name = "list"

    func run(in run: BenchmarkRun) throws {
        let store = try run.largeStore()
        let daemon = try Daemon(run, store: store.path)
        defer { run.cleanup.remove(daemon.directory) }
        let connection = try LineConnection(daemon.socket)
        let parameters = "{\"limit\":1000}"
        let reply = try connection.call("entry.list", parameters)
        let count = min(1_000, store.entries)
        guard String(decoding: reply, as: UTF8.self).split(separator: "\"rev\":").count == count + 1
        else { throw BenchmarkError("the list does not contain \(count) entries") }
        let samples = try connection.times("entry.list", parameters, run)
        try daemon.stop()
        run.report.title("entry.list of \(count) summaries", ["p50 ms", "p99 ms"])
        run.report.row("journal, \(reply.count / 1_000) kB", samples.milliseconds)
        run.report.goal("list of 1,000", samples.median * 1_000, in: "ms", .atMost(20))
    }
}

extension LineConnection {
    /// Measures a request many times, after one that fills the caches.
    func times(_ method: String, _ parameters: String, _ run: BenchmarkRun) throws -> Samples {
        _ = try call(method, parameters)
        var samples = Samples()
        let deadline = now() + run.options.seconds * Double(run.options.rounds)
        while samples.seconds.count < 10 || (samples.seconds.count < 100 && now() < deadline) {
            let start = now()
            _ = try call(method, parameters)
            samples.add(now() - start)
        }
        return samples
    }
}
