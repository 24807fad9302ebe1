// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc

/// A store with the entries of ten years, half of which have tags.
struct LargeStore {
    /// A word, and the share of the entries that contain it.
    struct Word {
        let word: String
        /// The number of entries in 10,000, or nil for 50 entries in all.
        let share: Int?
    }

    /// Words that no other sample text contains.
    static let rare = Word(word: "zephyr", share: nil)
    static let common = Word(word: "quartz", share: 340)
    static let frequent = Word(word: "meadow", share: 6_400)
    /// The tag that a sixth of the entries have.
    static let tag = "tag0"

    private static let batch = 100
    private static let firstSecond = 1_447_000_000
    private static let duration = 315_000_000

    let path: String
    let entries: Int
    /// The number of entries per second with which the store was filled.
    let rate: Double
    /// The same for the last tenth of the entries.
    let lastRate: Double

    /// Fills a new store through a daemon, which then exits.
    init(filledIn run: BenchmarkRun) throws {
        entries = run.options.entries
        let daemon = try Daemon(run)
        path = daemon.store
        let connection = try LineConnection(daemon.socket)
        var text = SampleText(seed: 11)
        let total = entries
        let start = now()
        var lastTenth = start
        var next = Self.line(from: 0, total, &text)
        var done = 0
        while done < total {
            try connection.send(line: next)
            let end = min(done + Self.batch, total)
            // The next batch is built while the daemon executes this one.
            next = Self.line(from: end, total, &text)
            try LineConnection.requireResult(try connection.receiveLine())
            done = end
            if done <= total - total / 10 { lastTenth = now() }
        }
        let time = now()
        rate = Double(total) / (time - start)
        lastRate = Double(max(1, total / 10)) / (time - lastTenth)
        try daemon.stop()
    }

    /// The day of the entry in the middle.
    var day: String { String(Self.instant(of: entries / 2, entries).prefix(10)) }

    /// Returns the request for the entries from a number on.
    private static func line(from first: Int, _ total: Int, _ text: inout SampleText) -> String {
        let calls = (first..<min(first + batch, total)).map { number in
            let entry = entry(number, total, &text)
            return "{\"method\":\"entry.create\",\"params\":\(entry.parameters)}"
        }
        return LineConnection.request("batch", "{\"calls\":[\(calls.joined(separator: ","))]}")
    }

    private static func entry(
        _ number: Int,
        _ total: Int,
        _ text: inout SampleText
    ) -> SampleEntry {
        var words = text.next()
        for word in [common, frequent] {
            guard let share = word.share, text.random(below: 10_000) < share else { continue }
            words += " " + word.word
        }
        if number % max(1, total / 50) == 0 { words += " " + rare.word }
        var tags: Set<String> = []
        if number % 2 == 0 {
            // A third of those with tags have the most frequent one.
            tags.insert("tag\(max(0, text.random(below: 300) - 100))")
            if number % 4 == 0 { tags.insert("tag\(text.random(below: 200))") }
        }
        return SampleEntry(
            identifier: text.identifier(),
            text: words,
            createdAt: instant(of: number, total),
            tags: tags.sorted(),
            isStarred: text.random(below: 100) == 0
        )
    }

    private static func instant(of number: Int, _ total: Int) -> String {
        var time = time_t(firstSecond + number * duration / total)
        var parts = tm()
        gmtime_r(&time, &parts)
        return String(
            format: "%04d-%02d-%02dT%02d:%02d:%02dZ",
            parts.tm_year + 1900,
            parts.tm_mon + 1,
            parts.tm_mday,
            parts.tm_hour,
            parts.tm_min,
            parts.tm_sec
        )
    }
}
