// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalService

/// Purges in journals that are synchronized.
struct SyncPurgeTests {
    @Test func machinesConfirmPurges() async throws {
        try await SyncBench.run { bench in
            try await bench.join()
            let created = try await bench.first.call(EntryCreate(text: "secret"))
            try await bench.synchronize()
            try await bench.second.call(SyncPause())
            try await bench.first.call(EntryPurge(ids: [EntryReference(created.id)]))
            try await bench.first.call(SyncNow())
            let unconfirmed = try await bench.first.call(SyncMachines()).machines
            #expect(unconfirmed.map(\.name) == ["one", "two"])
            #expect(unconfirmed.map(\.hasPendingPurges) == [false, true])
            try await bench.second.call(SyncResume())
            try await bench.second.call(SyncNow())
            try await bench.first.call(SyncNow())
            let confirmed = try await bench.first.call(SyncMachines()).machines
            #expect(confirmed.map(\.name) == ["one", "two"])
            #expect(confirmed.map(\.hasPendingPurges) == [false, false])
        }
    }
}
