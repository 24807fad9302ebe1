// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Puts changes into notifications none of which is longer than a peer must take.
struct ChangeLines {
    /// More than a notification has besides its items.
    ///
    /// Its name takes up to 1,532 bytes of that, when all of it must be escaped.
    static let maximumFrameLength = 2048

    let subscription: RequestID
    let from: Cursor
    let to: Cursor

    /// The lines, without their newlines; all but the last say that more of the same follows, and
    /// so does that one unless this is the end.
    func lines(_ items: [EncodedItem], isEnd: Bool = true) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = items[...]
        repeat {
            let part = rest.prefix(Self.fittingCount(rest))
            rest = rest.dropFirst(part.count)
            let frame = Changes(
                subscription: subscription,
                from: from,
                to: to,
                items: [],
                more: !isEnd || !rest.isEmpty
            )
            lines.append(frame.line(items: part.map(\.json)))
        } while !rest.isEmpty
        return lines
    }

    /// Returns the number of items that fit into one notification; at least one.
    private static func fittingCount(_ items: ArraySlice<EncodedItem>) -> Int {
        var size = 0
        let end = items.firstIndex { item in
            size += item.json.count + 1
            return size > EncodedItem.maximumLength
        }
        return max(1, (end ?? items.endIndex) - items.startIndex)
    }
}
