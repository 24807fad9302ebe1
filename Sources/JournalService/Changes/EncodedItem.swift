// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// An encoded change, shared by all notifications that contain it.
struct EncodedItem: Sendable, Equatable {
    /// The maximum length, which leaves room in a notification for the longest subscription id.
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
