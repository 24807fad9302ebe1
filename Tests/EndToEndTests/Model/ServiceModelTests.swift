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

    let seed: UInt64
    /// The number of writes of each writer.
    let writeCount: Int

    func run() throws {
        let bed = try TestBed()
        let shared = SharedHistory()
        let daemon = Shared(try ReplacedDaemon(bed))
        shared.beginWriters(Self.writerCount)
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
                        isUnfiltered: index.isMultiple(of: 6)
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
        #expect(count > versions.count, "seed \(seed): hardly any commit was checked")
    }
}
