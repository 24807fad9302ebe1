// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// One change, until the last of many subscribers has it.
///
/// The time starts with the request. For the journal and PostgreSQL, it includes a durable commit.
struct Fanout: Workload {
    private static let channel = PostgreSQLServer.channel
    private static let warmup = 10

    let name = "fanout"

    private struct Times {
        var all = Samples()
        /// From the first subscriber to the last.
        var spread = Samples()

        mutating func add(_ start: Double, _ result: (first: Double, last: Double, length: Int)) {
            all.add(result.last - start)
            spread.add(result.last - result.first)
        }
    }

    func run(in run: BenchmarkRun) throws {
        let count = run.options.subscribers
        run.report.title(
            "one change to \(count) subscribers",
            ["p50 ms", "p99 ms", "spread p50", "p99"]
        )
        var journal = Times()
        var redis = Times()
        var postgreSQL = Times()
        for _ in 0..<run.options.rounds {
            let length = try measureJournal(count, &journal, run)
            let payload = String(repeating: "x", count: length)
            try measureRedis(count, payload, &redis, run)
            try measurePostgreSQL(count, payload, &postgreSQL, run)
        }
        for (name, times) in [("journal", journal), ("Redis", redis), ("PostgreSQL", postgreSQL)] {
            run.report.row(name, times.all.milliseconds + times.spread.milliseconds)
        }
        let time = journal.all.percentile(0.99)
        run.report.goal("fan-out, p99 / Redis", time / redis.all.percentile(0.99), .atMost(1.5))
        let other = postgreSQL.all.percentile(0.99)
        run.report.goal("fan-out, p99 / PostgreSQL", time / other, .atMost(1))
    }

    /// Returns the number of changes of a round, of which the slowest hundredth is reported.
    private func changes(_ run: BenchmarkRun) -> Int { Int(run.options.seconds * 100) }

    /// Returns the length of a notification.
    private func measureJournal(
        _ count: Int,
        _ times: inout Times,
        _ run: BenchmarkRun
    ) throws -> Int {
        let daemon = try Daemon(run)
        defer { run.cleanup.remove(daemon.directory) }
        let readers = try (0..<count).map { _ in
            let reader = try LineConnection(daemon.socket)
            _ = try reader.call("subscribe", "{}")
            return reader
        }
        let subscribers = try Subscribers(readers) { $0.descriptor }
        let writer = try LineConnection(daemon.socket)
        var text = SampleText(seed: 5)
        var length = 0
        for number in 0..<changes(run) + Self.warmup {
            let entry = text.entry(isTagged: false)
            let start = now()
            try writer.sendCreate(entry)
            let result = try subscribers.waitForAll(.newline)
            try LineConnection.requireResult(try writer.receiveLine())
            if number >= Self.warmup { times.add(start, result) }
            length = result.length
        }
        try daemon.stop()
        return length
    }

    private func measureRedis(
        _ count: Int,
        _ payload: String,
        _ times: inout Times,
        _ run: BenchmarkRun
    ) throws {
        let server = try RedisServer(run)
        let readers = try (0..<count).map { _ in
            let reader = try server.connect()
            try reader.subscribe(Self.channel)
            return reader
        }
        let subscribers = try Subscribers(readers) { $0.descriptor }
        let writer = try server.connect()
        let length = RedisConnection.messageLength(Self.channel, payload)
        for number in 0..<changes(run) + Self.warmup {
            let start = now()
            try writer.publish(Self.channel, payload)
            let result = try subscribers.waitForAll(.length(length))
            try writer.receivePublished(subscribers: count)
            if number >= Self.warmup { times.add(start, result) }
        }
        try server.stop()
    }

    private func measurePostgreSQL(
        _ count: Int,
        _ payload: String,
        _ times: inout Times,
        _ run: BenchmarkRun
    ) throws {
        let server = try PostgreSQLServer(run, connections: count)
        let readers = try (0..<count).map { _ in
            let reader = try server.connect()
            try reader.execute("LISTEN \(Self.channel)")
            return reader
        }
        let subscribers = try Subscribers(readers) { $0.descriptor }
        let writer = try server.connect()
        try writer.execute(PostgreSQLServer.searchIndex)
        try writer.prepareCreate()
        var text = SampleText(seed: 5)
        let length = PostgreSQLConnection.notificationLength(Self.channel, payload)
        for number in 0..<changes(run) + Self.warmup {
            let entry = text.entry(isTagged: false)
            let start = now()
            try writer.sendCreate(entry, payload: payload)
            let result = try subscribers.waitForAll(.length(length))
            try writer.waitForReply()
            if number >= Self.warmup { times.add(start, result) }
        }
        try server.stop()
    }
}
