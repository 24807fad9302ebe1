// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A comparison of `journal new` and `sqlite3 FILE INSERT` as complete processes, run in turns.
struct ProcessComparison {
    let benchmark: BenchmarkRun
    let copy: StoreCopy

    struct Result {
        var journal = Samples()
        /// The durations of `sqlite3`, by journal mode.
        var sqlite = ["delete": Samples(), "wal": Samples()]
        var best: Double { sqlite.values.map(\.median).min() ?? 0 }
    }

    func run() throws -> Result {
        let daemon = try Daemon(benchmark)
        defer { benchmark.cleanup.remove(daemon.directory) }
        var result = Result()
        var text = SampleText(seed: 7)
        for mode in result.sqlite.keys { try makeFile(file(mode, daemon), mode: mode) }
        for turn in 0..<benchmark.options.processes + 10 {
            let words = text.next()
            let times = try (
                time([benchmark.options.client, "new", words], daemon),
                result.sqlite.keys.sorted().map { mode in
                    let sql = insert(text.identifier().uppercased(), words)
                    return (mode, try time(["sqlite3", file(mode, daemon), sql], daemon))
                }
            )
            // The first turns warm the caches.
            guard turn >= 10 else { continue }
            result.journal.add(times.0)
            for (mode, time) in times.1 { result.sqlite[mode]?.add(time) }
        }
        try daemon.stop()
        return result
    }

    private func file(_ mode: String, _ daemon: Daemon) -> String {
        "\(daemon.directory)/shell-\(mode).db"
    }

    /// Creates the daemon's table of entries with its indexes and full-text index, without history.
    ///
    /// The SQLite shell lacks the framework's collations, so the indexes use the binary collation.
    private func makeFile(_ path: String, mode: String) throws {
        let file = try SQLiteFile(path)
        try file.execute("PRAGMA journal_mode = \(mode)")
        for statement in copy.schema where statement.contains("Entry") {
            try? file.execute(statement.replacing(" COLLATE swift_string", with: ""))
        }
    }

    private func insert(_ identifier: String, _ words: String) -> String {
        """
        INSERT INTO Entry(uuid, text, createdAt, offsetMinutes, zone, localDay, modifiedAt, starred,
        revision, isTrashed) VALUES ('\(identifier)', '\(words)', 817000000.25, 60,
        'Europe/Berlin', '2026-11-21', 817000000.25, 0, 1, 0)
        """
    }

    private func time(_ arguments: [String], _ daemon: Daemon) throws -> Double {
        let start = now()
        let child = try ChildProcess(
            arguments,
            environment: environment(directory: daemon.directory),
            output: daemon.directory + "/output.log",
            benchmark.cleanup
        )
        guard child.wait() else {
            let log = try? String(contentsOfFile: daemon.directory + "/output.log", encoding: .utf8)
            throw BenchmarkError("\(arguments[0]) failed: \(log?.suffix(500) ?? "")")
        }
        return now() - start
    }
}
