// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// A watch, a live list, and a loop of new entries, all of them beside what a test does.
final class OpenClients: @unchecked Sendable {
    // Unchecked, because the threads share only what the condition guards.

    /// The outcome of one `journal new`.
    struct Written: Sendable {
        let text: String
        let status: Int32
        let error: String?
    }

    let watch: ChildProcess
    private let bed: TestBed
    private let condition = NSCondition()
    private var written: [Written] = []
    private var rows: [String] = []
    private var faults: [String] = []
    private var isStopping = false
    private var isWriting = true
    private var isClosed = false
    private var failure: (any Error)?

    init(_ bed: TestBed) throws {
        self.bed = bed
        try bed.journal("daemon", "start")
        let cursor = bed.root + "/cursor"
        watch = try bed.start(["watch", "--jsonl", "--cursor-file", cursor])
        try eventually("a watch") { (try? FileSystem.read(cursor))?.isEmpty == false ? true : nil }
        var list = LiveEntries(client: try Self.client(bed), request: ListOpen(limit: 1000))
        try list.open()
        let following = Shared(list)
        Thread.detachNewThread { [self] in follow(following.value) }
        Thread.detachNewThread { [self] in write() }
    }

    /// Ends the threads, which keep the test bed and its daemons until then.
    func close() {
        condition.withLock {
            isStopping = true
            isClosed = true
        }
    }

    /// The faults of the list, which then was opened again.
    var listFaults: [String] { condition.withLock { faults } }

    private static func client(_ bed: TestBed) throws -> JournalClient {
        let environment = Environment(bed.environment)
        return JournalClient(
            socket: try SocketPath.resolve(
                option: bed.socket,
                environment: environment,
                uid: geteuid(),
                status: { _ in nil }
            ),
            timeouts: Timeouts(call: .seconds(40)),
            launcher: LocalDaemonLauncher(environment: environment, allowed: false)
        )
    }

    /// Writes one entry after another.
    private func write() {
        var number = 0
        while condition.withLock({ !isStopping }) {
            number += 1
            let text = "text \(number) of the loop"
            do {
                let result = try bed.journal("new", text)
                condition.withLock {
                    written.append(
                        Written(
                            text: text,
                            status: result.status,
                            error: result.status == 0 ? nil : result.errors
                        )
                    )
                }
            } catch {
                condition.withLock { failure = error }
            }
        }
        condition.withLock { isWriting = false }
    }

    /// Keeps the rows of the list.
    private func follow(_ list: LiveEntries) {
        var list = list
        while condition.withLock({ !isClosed }) {
            list.update(mayOpen: true)
            let texts = list.rows.compactMap { $0.entry?.text }
            condition.withLock {
                rows = texts
                if let fault = list.fault { faults.append(fault) }
            }
            poll(nil, 0, 10)
        }
    }

    /// Waits until a number of further entries was written.
    func waitForEntries(_ count: Int) throws {
        let goal = condition.withLock { written.count } + count
        try eventually("\(count) entries", within: .seconds(60)) {
            try condition.withLock {
                if let failure { throw failure }
                return written.count >= goal ? true : nil
            }
        }
    }

    /// Ends the loop and returns the outcomes.
    func stopWriting() throws -> [Written] {
        condition.withLock { isStopping = true }
        try eventually("the end of the loop", within: .seconds(60)) {
            condition.withLock { isWriting ? nil : true }
        }
        return condition.withLock { written }
    }

    /// Requires that the store, the list and the watch have each text once.
    func requireAll(_ texts: [String]) throws {
        let stored = try bed.journal("list", "--all").lines.compactMap {
            $0.split(separator: "\t").last.map(String.init)
        }
        #expect(stored.sorted() == texts.sorted())
        try eventually("the last row") {
            condition.withLock { Set(texts).isSubset(of: rows) ? true : nil }
        }
        try eventually("the last change") {
            let output = watch.output
            return texts.allSatisfy { output.contains("\"\($0)\"") } ? true : nil
        }
        #expect(watch.poll() == nil, "\(watch.errors)")
    }
}
