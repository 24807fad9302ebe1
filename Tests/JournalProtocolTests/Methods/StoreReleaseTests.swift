// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

struct StoreReleaseTests {
    @Test(arguments: [nil, "five words of your own"])
    func passphraseIsOptional(passphrase: String?) throws {
        let call = try StoreRelease(json: StoreRelease(passphrase: passphrase).json)
        #expect(call.passphrase == passphrase.map { Secret($0) })
        #expect(StoreRelease.method.traits.access == .control)
    }

    @Test func passphraseIsAString() {
        #expect(throws: InvalidParams.self) { try StoreRelease(json: ["passphrase": 1]) }
    }
}
