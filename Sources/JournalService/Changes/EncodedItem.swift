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

/// Encodes changes as a notification of at most `Limits.notification` bytes.
struct ChangeLines {
    /// An upper bound for the length of a notification without its items.
    ///
    /// The name of the subscription alone can have 1,532 bytes if every byte of it is escaped.
    static let maximumFrameLength = 2048

    let subscription: RequestID
    let from: Cursor
    let to: Cursor

    /// Returns the line of items that fit it, without a newline; `more` is set unless `isEnd` is
    /// true.
    func line(_ items: some Collection<EncodedItem>, isEnd: Bool = true) -> [UInt8] {
        let frame = Changes(subscription: subscription, from: from, to: to, items: [], more: !isEnd)
        return frame.line(items: items.map(\.json))
    }

    /// Returns the number of items that fit into one notification; at least one unless there are
    /// none.
    static func fittingCount(_ items: ArraySlice<EncodedItem>) -> Int {
        var size = 0
        let end = items.firstIndex { item in
            size += item.json.count + 1
            return size > EncodedItem.maximumLength
        }
        return max(min(1, items.count), (end ?? items.endIndex) - items.startIndex)
    }
}
