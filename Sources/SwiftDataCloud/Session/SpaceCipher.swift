// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataReplica
internal import SwiftDataSync

/// Seals the records of a store with the key of the space, which is not in the store: they have
/// values that wait for others, and some may be encrypted in their rows.
struct SpaceCipher: RecordCipher {
    let sealer: ObjectSealer

    func seal(_ value: [UInt8], for key: [UInt8]) throws -> [UInt8] {
        try sealer.seal(value, at: Self.place(of: key))
    }

    func open(_ sealed: [UInt8], for key: [UInt8]) throws -> [UInt8] {
        try sealer.open(sealed, at: Self.place(of: key))
    }

    private static func place(of key: [UInt8]) -> String {
        "record " + key.map { String($0, radix: 16) }.joined(separator: ".")
    }
}
