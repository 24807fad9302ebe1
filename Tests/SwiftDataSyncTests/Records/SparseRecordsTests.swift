// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization
import Testing

@testable import SwiftDataSync

/// Records of which whole kinds are missing.
struct SparseRecordsTests {
    /// Records that note what is read.
    private final class ObservedRecords: SyncRecords {
        private let records: SimulatedRecords
        private let keys = Mutex<[[UInt8]]>([])

        init(_ changes: [RecordChange]) {
            var records = SimulatedRecords()
            records.write(changes)
            self.records = records
        }

        var readKeys: [[UInt8]] { keys.withLock { $0 } }

        func value(for key: [UInt8]) -> [UInt8]? {
            keys.withLock { $0.append(key) }
            return records.value(for: key)
        }

        func records(
            prefix: [UInt8],
            after key: [UInt8]?,
            limit: Int
        ) -> [(key: [UInt8], value: [UInt8])] {
            keys.withLock { $0.append(prefix) }
            return records.records(prefix: prefix, after: key, limit: limit)
        }
    }

    private let observed = ObservedRecords([
        RecordChange(key: [3, 1], value: [10]), RecordChange(key: [13, 2, 1], value: [20]),
    ])

    @Test func recordsThatExistAreFound() throws {
        let records = SparseRecords(observed)
        #expect(try records.value(for: [3, 1]) == [10])
        #expect(try records.value(for: [3, 2]) == nil)
        #expect(try records.value(for: [13, 2, 1]) == [20])
        #expect(try records.records(prefix: [3], after: nil, limit: 5).map(\.key) == [[3, 1]])
        #expect(try records.records(prefix: [3], after: [3, 1], limit: 5).isEmpty)
    }

    @Test func missingKindIsLookedForOnce() throws {
        let records = SparseRecords(observed)
        for number in 0..<UInt8(10) {
            #expect(try records.value(for: [8, number]) == nil)
            #expect(try records.records(prefix: [8, number], after: nil, limit: 1).isEmpty)
        }
        #expect(observed.readKeys == [[8]])
    }

    @Test func partsOfTheParticipantAreKindsOfTheirOwn() throws {
        let records = SparseRecords(observed)
        #expect(try records.value(for: [13, 3, 1]) == nil)
        #expect(try records.value(for: [13, 3, 2]) == nil)
        #expect(try records.value(for: [13, 2, 1]) == [20])
        #expect(observed.readKeys == [[13, 3], [13, 2], [13, 2, 1]])
    }
}
