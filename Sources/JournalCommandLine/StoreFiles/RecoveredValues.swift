// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalClient
internal import JournalProtocol
internal import JournalTransfer

/// The decryption of the values of a damaged store by a process with its key.
struct RecoveredValues: SealedValues {
    private let opener: ValueOpener

    init(_ opener: ValueOpener) { self.opener = opener }

    func open(_ sealed: [UInt8], at place: SealedValuePlace) -> OpenedValue? {
        let reply = opener.open(
            SealedValueRequest(
                table: place.table,
                column: place.column,
                key: place.key,
                value: Base64(sealed)
            )
        )
        if let text = reply.text { return .text(text) }
        return reply.data.map { .bytes($0.bytes) }
    }
}
