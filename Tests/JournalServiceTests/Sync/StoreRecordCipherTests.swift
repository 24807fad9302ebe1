// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalModel
import SwiftData
import SwiftDataSpace
import SwiftDataSync
import Testing

@testable import JournalService

/// The records of the synchronization in an encrypted store.
struct StoreRecordCipherTests {
    private let secret = Array("zanzibarquagga".utf8)
    private let store: SyncedStore
    private let key = JournalKey(.random(), envelope: "")

    init() throws { store = SyncedStore(ModelContext(try JournalContainer.inMemory())) }

    private func contains(_ record: [UInt8]?) -> Bool {
        record.map { Data($0).range(of: Data(secret)) != nil } ?? false
    }

    @Test func plainRecordsAreSealedOnce() throws {
        let keys: [[UInt8]] = (0..<2_500).map { [11, UInt8($0 / 256), UInt8($0 % 256)] }
        try store.change { records in
            for key in keys { try records.set(secret + key, for: key) }
            // The identity of a row, which the merge does not read.
            try records.set([1], for: [0x40, 1])
        }
        let cipher = StoreRecordCipher(key)
        for _ in 0..<2 { try cipher.sealRecords(of: store) }
        for key in keys {
            let record = try #require(try store.record(key))
            #expect(!contains(record))
            #expect(try cipher.open(record, for: key) == secret + key)
        }
        #expect(try store.record([0x40, 1]) == [1])
    }

    @Test func sealedRecordsAreOpenedOnce() throws {
        let keys: [[UInt8]] = (0..<2_500).map { [11, UInt8($0 / 256), UInt8($0 % 256)] }
        try store.change { records in
            for key in keys { try records.set(secret + key, for: key) }
        }
        let cipher = StoreRecordCipher(key)
        try cipher.sealRecords(of: store)
        let other = StoreRecordCipher(JournalKey(.random(), envelope: ""))
        #expect(throws: (any Error).self) { try other.openRecords(of: store) }
        #expect(try !contains(store.record(keys[0])))
        for _ in 0..<2 { try cipher.openRecords(of: store) }
        for key in keys { #expect(try store.record(key) == secret + key) }
        try cipher.sealRecords(of: store)
        #expect(try !contains(store.record(keys[0])))
    }

    @Test func recordOpensInItsPlaceAndWithItsKeyOnly() throws {
        let cipher = StoreRecordCipher(key)
        let sealed = try cipher.seal(secret, for: [11, 1])
        #expect(try cipher.open(sealed, for: [11, 1]) == secret)
        #expect(throws: (any Error).self) { try cipher.open(sealed, for: [11, 2]) }
        let other = StoreRecordCipher(JournalKey(.random(), envelope: ""))
        #expect(throws: (any Error).self) { try other.open(sealed, for: [11, 1]) }
    }
}
