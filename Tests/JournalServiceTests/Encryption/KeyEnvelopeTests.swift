// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalProtocol
import Testing

@testable import JournalService
@testable import SwiftData

@Suite struct KeyEnvelopeTests {
    private static let cost = KeyEnvelope.Cost(logarithm: 10)
    private let key = ModelConfiguration.EncryptionKey.random()

    private func kind(_ body: () throws -> Void) -> ErrorKind? {
        do {
            try body()
            return nil
        } catch {
            return ProtocolError(describing: error).kind
        }
    }

    @Test func onlyThePassphraseOpensIt() throws {
        let envelope = try KeyEnvelope(key, passphrase: "a long phrase", cost: Self.cost)
        let copy = try KeyEnvelope(json: JSON.parse(Array(envelope.json.description.utf8)))
        #expect(try copy.key("a long phrase") == key)
        for wrong: Secret in ["a long phrase ", "A long phrase", "", "x"] {
            #expect(kind { _ = try copy.key(wrong) } == .encryptionPassphrase, "\(wrong)")
        }
    }

    @Test func equalKeysHaveDifferentEnvelopes() throws {
        let first = try KeyEnvelope(key, passphrase: "a long phrase", cost: Self.cost)
        let second = try KeyEnvelope(key, passphrase: "a long phrase", cost: Self.cost)
        #expect(first != second)
        let text = first.json.description
        #expect(!text.contains("phrase"))
        #expect(!text.contains(key.rawRepresentation.base64EncodedString()))
    }

    @Test func formOfAccentsDoesNotMatter() throws {
        let envelope = try KeyEnvelope(key, passphrase: "caf\u{E9} au lait", cost: Self.cost)
        #expect(try envelope.key("cafe\u{301} au lait") == key)
    }

    @Test func shortPassphrasesAreRefused() {
        #expect(
            kind { _ = try KeyEnvelope(key, passphrase: "seven77", cost: Self.cost) }
                == .paramsInvalid
        )
    }

    @Test(arguments: [
        #""logN":17"#: #""logN":40"#, #""r":8"#: #""r":1000"#, #""p":1"#: #""p":0"#,
        #""kdf":"scrypt""#: #""kdf":"none""#, #""version":1"#: #""version":2"#,
        #""AAAA","#: #""","#, #""AAAA","key":"AAAA"#: #""AAAA","key":""#,
    ])
    func unusableRecordsAreNotUsed(from: String, to: String) {
        let key = String(repeating: "AAAA", count: 20)
        let record =
            #"{"version":1,"kdf":"scrypt","logN":17,"r":8,"p":1,"salt":"AAAA","key":"\#(key)"}"#
        #expect(throws: Never.self) { try KeyEnvelope(json: JSON.parse(Array(record.utf8))) }
        #expect(record.contains(from))
        let changed = record.replacing(from, with: to)
        #expect(throws: InvalidParams.self) {
            try KeyEnvelope(json: JSON.parse(Array(changed.utf8)))
        }
    }
}
