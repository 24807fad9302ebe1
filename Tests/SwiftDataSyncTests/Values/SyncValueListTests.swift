// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

/// Several values as one.
struct SyncValueListTests {
    private let values: [SyncValue] = [
        .null, .integer(-1), .real(0.5), .text("a"), .bytes([0, 255]), .row(Journal.entry),
        .row(Journal.entry),
    ]

    @Test func listHasItsValues() {
        #expect(SyncValue.list(values).list == values)
        #expect(SyncValue.list([]).list == [])
        #expect(SyncValue.text("a").list == nil)
        #expect(SyncValue.bytes([1]).list == nil)
    }

    @Test func equalListsIdentifyOneRow() {
        let list = SyncValue.list(values)
        #expect(list.rowKey == SyncValue.list(values).rowKey)
        #expect(list.rowKey != SyncValue.list(values.reversed()).rowKey)
    }
}
