// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// An encoded change, for any number of notifications.
struct EncodedItem: Sendable, Equatable {
    /// The maximum length; a notification has room for it with every id of a subscription.
    static let maximumLength = Limits.notification - ChangeLines.maximumFrameLength

    /// The identity of the model that changed.
    let id: String
    /// The number of the commit that changed it.
    let revision: Int64
    /// The JSON text.
    let json: [UInt8]

    /// Encodes an item, without its entry if that is too long.
    init(_ item: ChangeItem) {
        id = item.id
        revision = item.revision
        let text = item.entry?.text.utf8.count ?? 0
        let whole = text > Self.maximumLength ? nil : item.json.serialized()
        if let whole, whole.count <= Self.maximumLength {
            json = whole
        } else {
            var truncated = item
            truncated.entry = nil
            truncated.truncated = true
            json = truncated.json.serialized()
        }
    }
}
