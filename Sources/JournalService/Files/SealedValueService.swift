// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalModel
package import JournalProtocol
internal import SwiftData

/// The decryption of single values for `journal recover`, which reads the file of the store itself.
package struct SealedValueService {
    private let opener: SealedValueOpener

    /// Decrypts the key of a store.
    ///
    /// - Parameters:
    ///   - record: The record of the key in the store.
    ///   - passphrase: The passphrase.
    /// - Throws: `encryption.passphrase`, or `store.failed` if the record is damaged.
    package init(record: String, passphrase: String) throws(ProtocolError) {
        opener = try StoreFiles.describing {
            SealedValueOpener(try JournalKey(recorded: record, passphrase: Secret(passphrase)).key)
        }
    }

    /// Decrypts a value.
    package func reply(to request: SealedValueRequest) -> SealedValueReply {
        let value = opener.open(
            Data(request.value.bytes),
            table: request.table,
            column: request.column,
            key: request.key
        )
        return switch value {
        case .text(let text)?: SealedValueReply(text: text)
        case .data(let data)?: SealedValueReply(data: Base64(Array(data)))
        case nil: SealedValueReply()
        }
    }
}
