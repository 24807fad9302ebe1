// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLite

/// Ranked searches, and the same with FTS5 in the same file.
struct Searches: Workload {
    let name = "search"

    func run(in run: BenchmarkRun) throws {
        let store = try run.largeStore()
        let daemon = try Daemon(run, store: store.path)
        defer { run.cleanup.remove(daemon.directory) }
        let connection = try LineConnection(daemon.socket)
        let file = try SQLiteFile(store.path)
        try file.execute("PRAGMA query_only = ON")
        run.report.title("ranked searches", ["matches", "p50 ms", "FTS5 p50", "ratio"])
        for (title, word, bound) in [
            ("rare word", LargeStore.rare, 2.0),
            ("3.4 % of the entries", LargeStore.common, 1.0),
            ("64 % of the entries", LargeStore.frequent, nil),
        ] {
            let parameters = "{\"query\":\"\(word.word)\"}"
            let journal = try connection.times("entry.search", parameters, run)
            let raw = try times(word.word, file, run)
            let matches = try file.rows(
                "SELECT count(*) FROM Entry_search WHERE Entry_search MATCH '\(word.word)'"
            )
            guard case .integer(let count)? = matches.first?.first, count > 0 else {
                throw BenchmarkError("no entry contains \(word.word)")
            }
            run.report.row(
                title,
                [
                    String(count), (journal.median * 1_000).text(2),
                    (raw.median * 1_000).text(2), (journal.median / raw.median).text(2),
                ]
            )
            if let bound {
                let ratio = journal.median / raw.median
                run.report.goal("search, \(title) / FTS5", ratio, .atMost(bound))
            } else {
                run.report.goal("search, \(title)", journal.median * 1_000, in: "ms", .atMost(200))
            }
        }
        try daemon.stop()
    }

    /// Measures the statement that returns the twenty best entries with a part of their text.
    private func times(_ word: String, _ file: SQLiteFile, _ run: BenchmarkRun) throws -> Samples {
        let sql = """
            SELECT Entry.*, snippet(Entry_search, 0, char(2), char(3), '…', 24), rank
            FROM Entry_search JOIN Entry ON Entry._pk = Entry_search.rowid
            WHERE Entry_search MATCH '\(word)' AND Entry.trashedAt IS NULL
            ORDER BY rank LIMIT 20
            """
        _ = try file.rows(sql)
        var samples = Samples()
        let deadline = now() + run.options.seconds * Double(run.options.rounds)
        while samples.seconds.count < 10 || (samples.seconds.count < 100 && now() < deadline) {
            let start = now()
            guard try !file.rows(sql).isEmpty else { throw BenchmarkError("no match of \(word)") }
            samples.add(now() - start)
        }
        return samples
    }
}
