// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import JournalModel
internal import JournalProtocol
internal import JournalSystem
internal import SwiftData

/// Passes the key of an unlocked store to the next daemon, in a file in memory that the descriptor
/// store keeps.
///
/// The key is on no disk: the file has no name, and ends with the last process that has it open.
enum KeyHandover {
    /// Keeps a key.
    static func keep(_ key: JournalKey, in store: any DescriptorStore) throws(SystemError) {
        let json: JSON = [
            "key": Base64([UInt8](key.key.rawRepresentation)).json,
            "envelope": .string(key.envelope),
        ]
        let file = try StateFile.write(json.serialized())
        defer { close(file) }
        store.keep([(DescriptorName.key, file)])
    }

    /// Returns the key that the previous daemon kept for a store, or nil.
    ///
    /// The descriptor stays in the store until `take()`.
    static func key(in store: any DescriptorStore, of envelope: String) -> JournalKey? {
        guard let file = store.descriptor(named: DescriptorName.key),
            let bytes = try? StateFile.read(file),
            let json = try? JSON.parse(bytes), let fields = try? JSONFields(json),
            let kept: String = try? fields.required("envelope"), kept == envelope,
            let key: Base64 = try? fields.required("key"),
            let opened = try? ModelConfiguration.EncryptionKey(Data(key.bytes))
        else { return nil }
        return JournalKey(opened, envelope: envelope)
    }
}
