// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The reply to one writer, with one subscriber and without.
struct WriterReply: Workload {
    private static let block = 50

    let name = "reply"

    func run(in run: BenchmarkRun) throws {
        let daemon = try Daemon(run)
        defer { run.cleanup.remove(daemon.directory) }
        let writer = try LineConnection(daemon.socket)
        let reader = try LineConnection(daemon.socket)
        var text = SampleText(seed: 6)
        var alone = Samples()
        var observed = Samples()
        // Blocks alternate, so that other load on the machine concerns both.
        for number in 0..<max(2, Int(run.options.seconds * 4) * run.options.rounds) {
            try create(writer, &text, number == 0 ? nil : { alone.add($0) })
            _ = try reader.call("subscribe", "{}")
            try create(writer, &text, number == 0 ? nil : { observed.add($0) }) {
                _ = try reader.receiveLine()
            }
            _ = try reader.call("unsubscribe", "{\"sub\":1}")
        }
        try daemon.stop()
        run.report.title("reply to a writer", ["p50 ms", "p99 ms"])
        run.report.row("no subscriber", alone.milliseconds)
        run.report.row("one subscriber", observed.milliseconds)
        let ratio = observed.median / alone.median
        run.report.goal("reply, one subscriber / none", ratio, .atMost(1.2))
    }

    /// Creates the entries of a block, and reads after each what the subscriber receives.
    private func create(
        _ writer: LineConnection,
        _ text: inout SampleText,
        _ add: ((Double) -> Void)?,
        receive: () throws -> Void = {}
    ) throws {
        for _ in 0..<Self.block {
            let entry = text.entry(isTagged: true)
            let start = now()
            _ = try writer.call("entry.create", entry.parameters)
            add?(now() - start)
            try receive()
        }
    }
}
