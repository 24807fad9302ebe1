// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import CSQLite
import Foundation
import Glibc

/// A report of the measurements and their comparison with the goals.
struct Report {
    private static let connectionCounts = [1, 16, 64]
    private static let rawVariants = [
        ("raw, one by one", RawInserts.Variant(batch: 1, indexing: .triggers)),
        ("raw, batched by 64", RawInserts.Variant(batch: 64, indexing: .triggers)),
        ("  without triggers", RawInserts.Variant(batch: 64, indexing: .statements)),
    ]
    private let options: Options
    private var rates: [Int: [Double]] = [:]
    private var latencies: [Int: Samples] = [:]
    private var rawRates: [RawInserts.Variant: [Double]] = [:]

    init(_ options: Options) { self.options = options }

    /// Runs all measurements and prints the report.
    mutating func run() throws {
        say(
            "SQLite \(String(cString: sqlite3_libversion())), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) "
                + "processors, stores in \(options.directory), medians of \(options.rounds) rounds"
        )
        var copy: StoreCopy?
        for _ in 0..<options.rounds {
            for count in Self.connectionCounts {
                let newCopy = try load(count)
                copy = newCopy ?? copy
            }
            guard let copy else { continue }
            let raw = RawInserts(copy: copy, directory: options.directory)
            for (_, variant) in Self.rawVariants {
                rawRates[variant, default: []].append(
                    try raw.rate(variant, seconds: options.seconds)
                )
            }
        }
        guard let copy else { return }
        let comparison = try ProcessComparison(options: options, copy: copy).run()
        printRates()
        printComparison(comparison)
        printGoals(comparison)
    }

    /// Runs a load on a new daemon.
    ///
    /// - Returns: A copy of its store for the raw inserts; nil unless the load has 64 connections.
    private mutating func load(_ count: Int) throws -> StoreCopy? {
        let daemon = try Daemon(options)
        defer { daemon.removeFiles() }
        var load = try Load(daemon.socket, connections: count)
        _ = try load.run(seconds: 0.5)
        let (rate, samples) = try load.run(seconds: options.seconds)
        rates[count, default: []].append(rate)
        for sample in samples.seconds { latencies[count, default: Samples()].add(sample) }
        try daemon.stop()
        let file = try SQLiteFile(daemon.store)
        guard case .integer(let stored)? = try file.rows("SELECT count(*) FROM Entry").first?.first,
            Int(stored) == load.acknowledged
        else {
            throw BenchmarkError(
                "the stored entries do not match the \(load.acknowledged) acknowledged entries"
            )
        }
        return count == 64 ? try StoreCopy(daemon.store) : nil
    }

    private func printRates() {
        say("\ndurable creates        entries/s    p50 ms    p99 ms")
        for count in Self.connectionCounts {
            let samples = latencies[count] ?? Samples()
            say(
                String(
                    format: "%3d connection%@        %9.0f  %8.2f  %8.2f",
                    count,
                    count == 1 ? " " : "s",
                    median(rates[count] ?? []),
                    samples.median * 1000,
                    samples.percentile(0.99) * 1000
                )
            )
        }
        for (name, variant) in Self.rawVariants {
            let padded = name.padding(toLength: 22, withPad: " ", startingAt: 0)
            say(padded + String(format: "%10.0f", median(rawRates[variant] ?? [])))
        }
    }

    private func printComparison(_ comparison: ProcessComparison.Result) {
        say("\nwhole processes        p50 ms    p99 ms")
        var lines = [("journal new", comparison.journal)]
        lines += comparison.sqlite.sorted { $0.key < $1.key }
            .map { ("sqlite3, \($0.key)", $0.value) }
        for (name, samples) in lines {
            let padded = name.padding(toLength: 20, withPad: " ", startingAt: 0)
            let times = (samples.median * 1000, samples.percentile(0.99) * 1000)
            say(padded + String(format: "%9.2f %9.2f", times.0, times.1))
        }
    }

    private func printGoals(_ comparison: ProcessComparison.Result) {
        let many = median(rates[64] ?? [])
        say("\ngoals")
        goal("64 connections / 1 connection", many / median(rates[1] ?? []), atLeast: 4)
        let (_, batched) = Self.rawVariants[1]
        goal("64 connections / raw batched", many / median(rawRates[batched] ?? []), atLeast: 0.5)
        let (_, tuned) = Self.rawVariants[2]
        let name = "  the same, without triggers"
        let ratio = String(format: "%6.2f", many / median(rawRates[tuned] ?? []))
        say(name.padding(toLength: 32, withPad: " ", startingAt: 0) + ratio)
        goal("journal new / sqlite3", comparison.journal.median / comparison.best, atMost: 1.5)
    }

    private func goal(
        _ name: String,
        _ ratio: Double,
        atLeast low: Double = 0,
        atMost high: Double = .infinity
    ) {
        let bound = low > 0 ? "at least \(low)" : "at most \(high)"
        let padded = name.padding(toLength: 32, withPad: " ", startingAt: 0)
        let verdict = ratio >= low && ratio <= high ? "reached" : "missed"
        say(padded + String(format: "%6.2f  (%@: %@)", ratio, bound, verdict))
    }

    private func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }
}
