// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalModel
import SwiftData
import Testing

@Suite struct UUIDTests {
    @Test func randomIdentitiesAreVersion4AndDiffer() {
        let identities = (0..<100).map { _ in UUID.random() }
        #expect(Set(identities).count == 100)
        for identity in identities {
            let text = Array(identity.uuidString)
            #expect(text[14] == "4")
            #expect("89AB".contains(text[19]))
        }
    }

    @Test func halvesMakeTheSameUUID() {
        for _ in 0..<100 {
            let uuid = UUID.random()
            #expect(UUID(high: uuid.halves.high, low: uuid.halves.low) == uuid)
        }
    }
}
