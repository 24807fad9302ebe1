// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Frequent reads of the large store.
struct Queries: Workload {
    let name = "queries"

    func run(in run: BenchmarkRun) throws {
        let store = try run.largeStore()
        let daemon = try Daemon(run, store: store.path)
        defer { run.cleanup.remove(daemon.directory) }
        let connection = try LineConnection(daemon.socket)
        run.report.title("reads of \(store.entries) entries", ["p50 ms", "p99 ms"])
        for query in Self.queries(store) {
            let samples = try connection.times(query.method, query.parameters, run)
            run.report.row(query.name, samples.milliseconds)
            run.report.goal(query.name, samples.median * 1_000, in: "ms", .atMost(query.goal))
        }
        try daemon.stop()
    }

    /// A request and its goal in milliseconds.
    struct Query {
        let name: String
        let method: String
        let parameters: String
        let goal: Double
    }

    /// Returns the measured requests.
    static func queries(_ store: LargeStore) -> [Query] {
        [
            Query(name: "newest 50", method: "entry.list", parameters: "{}", goal: 3),
            Query(
                name: "starred",
                method: "entry.list",
                parameters: "{\"filter\":{\"starred\":true}}",
                goal: 10
            ),
            Query(
                name: "one day",
                method: "entry.list",
                parameters: "{\"filter\":{\"since\":\"\(store.day)\",\"until\":\"\(store.day)\"}}",
                goal: 5
            ),
            Query(
                name: "count of a tag",
                method: "entry.count",
                parameters: "{\"filter\":{\"tags\":[\"\(LargeStore.tag)\"]}}",
                goal: 10
            ),
            Query(name: "tag.list", method: "tag.list", parameters: "{}", goal: 10),
        ]
    }
}
