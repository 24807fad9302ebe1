// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// Random writers and observers of one journal, whose daemon is killed and replaced meanwhile.
///
/// A failure names its seed. The same seed repeats the requests of each client, but not the order
/// in which the daemon executes those of different clients.
struct ServiceModelTests {
    private static let isLong = ProcessInfo.processInfo.environment["JOURNAL_LONG_TESTS"] != nil

    @Test(arguments: [1, 2] as [UInt64])
    func picturesEqualTheJournalAtEachCommit(seed: UInt64) throws {
        try ModelRun(seed: seed, writeCount: 150).run()
    }

    @Test(.enabled(if: isLong), arguments: (ModelRun.firstLongSeed..<ModelRun.firstLongSeed + 16))
    func picturesEqualTheJournalInLongRuns(seed: UInt64) throws {
        try ModelRun(seed: seed, writeCount: 1000).run()
    }
}

/// One run with a daemon of its own.
private struct ModelRun {
    /// The first of the seeds of long runs, which the variable `JOURNAL_TEST_SEED` replaces.
    static let firstLongSeed =
        ProcessInfo.processInfo.environment["JOURNAL_TEST_SEED"].flatMap { UInt64($0) } ?? 100

    private static let writerCount = 4
    private static let observerCount = 12
    /// Of the observers, every fourth one also writes.
    private static let writingObserver = 4

    let seed: UInt64
    /// The number of writes of each writer.
    let writeCount: Int

    func run() throws {
        let bed = try TestBed()
        let shared = SharedHistory()
        let daemon = Shared(try ReplacedDaemon(bed))
        try createContended(bed, shared)
        shared.beginWriters(
            Self.writerCount,
            observers: Self.observerCount / Self.writingObserver
        )
        let records = try concurrently(Self.writerCount + 2 + Self.observerCount) {
            [bed = Shared(bed), seed, writeCount] index -> ObservationRecord? in
            let seed = seed &* 1000 + UInt64(index)
            do {
                switch index {
                case ..<Self.writerCount:
                    defer { shared.endWriter() }
                    var writer = RandomWriter(bed.value, shared, seed: seed)
                    try writer.run(writeCount)
                case Self.writerCount:
                    var administrator = RandomAdministrator(bed.value, shared, seed: seed)
                    try administrator.run(
                        writeCount / 10,
                        writesBetween: 30
                    )
                case Self.writerCount + 1:
                    try daemon.value.replaceRepeatedly(shared, seed: seed, every: writeCount)
                default:
                    var observer = RandomObserver(
                        bed.value,
                        shared,
                        seed: seed,
                        isUnfiltered: index.isMultiple(of: 6),
                        writeCount: (index - Self.writerCount - 2)
                            .isMultiple(of: Self.writingObserver) ? writeCount / 5 : 0
                    )
                    try observer.run()
                    return observer.record
                }
                return nil
            } catch {
                shared.fail(error)
                throw Stuck("seed \(self.seed): \(error)")
            }
        }
        .compactMap { $0 }
        try checkStore(bed, shared.history)
        check(records, shared.history)
        #expect(daemon.value.isRunning)
        #expect(daemon.value.killCount > 0)
        #expect(daemon.value.continuedCount > 0)
        checkConflicts(shared)
    }

    /// Creates the entries that all writers change.
    private func createContended(_ bed: TestBed, _ shared: SharedHistory) throws {
        let wire = PersistentWire(bed)
        for number in 0..<3 {
            let params: JSON = [
                "text": .string("contended \(number)"), "tags": ["a"], "include": "full",
                "createdAt": .string("2026-01-15T10:0\(number):00Z"),
            ]
            let reply = try wire.repeating("entry.create", params)
            guard let entry = reply["result"]?["entry"] else { throw Stuck("\(reply)") }
            shared.addContended(try JournalHistory.Version(entry))
        }
    }

    /// Compares the entries that conflicts reported with the history.
    private func checkConflicts(_ shared: SharedHistory) {
        let (history, conflicts) = (shared.history, shared.conflicts)
        #expect(!conflicts.isEmpty, "seed \(seed)")
        for current in conflicts where history.isClear(current.revision) {
            let isKnown = history.versions.contains {
                $0.id == current.id && $0.revision == current.revision && $0.state == current.state
            }
            #expect(isKnown, "seed \(seed): \(current)")
        }
    }

    /// Compares the store with the history.
    private func checkStore(_ bed: TestBed, _ history: JournalHistory) throws {
        let wire = PersistentWire(bed)
        let found = try wire.entries([:]) + wire.entries(["trashed": true])
        let states = Dictionary(found.map { ($0.id, $0.state) }) { first, _ in first }
        #expect(states == history.present.mapValues(\.state), "seed \(seed)")
        #expect(found.count == states.count, "seed \(seed)")
    }

    private func check(_ records: [ObservationRecord], _ history: JournalHistory) {
        let versions = history.versions.enumerated()
            .sorted { ($0.element.position, $0.offset) < ($1.element.position, $1.offset) }
            .map(\.element)
        var count = 0
        for record in records {
            var check = PictureCheck(record, history, versions)
            check.run()
            let description =
                "\(record.include) \(record.criteria.params) "
                + "\(record.list.map { "\($0)" } ?? "subscription")"
            #expect(check.problems == [], "seed \(seed): \(description)")
            count += check.checkCount
        }
        #expect(records.count == Self.observerCount)
        let writing = records.filter { !$0.own.isEmpty }
        #expect(writing.count == Self.observerCount / Self.writingObserver, "seed \(seed)")
        #expect(count > versions.count, "seed \(seed): hardly any commit was checked")
    }
}
