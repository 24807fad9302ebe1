// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// A change in the bytes in which it travels, for any number of notifications.
struct EncodedItem: Sendable {
    /// How long it gets at most: a notification has room for it whatever its subscription is called.
    static let longest = Limits.notification - ChangeLines.maximumFrameLength

    /// The identity of what changed.
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
        let whole = text > Self.longest ? nil : item.json.serialized()
        if let whole, whole.count <= Self.longest {
            json = whole
        } else {
            var truncated = item
            truncated.entry = nil
            truncated.truncated = true
            json = truncated.json.serialized()
        }
    }
}
