// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Encodes changes as notifications of at most `Limits.notification` bytes.
struct ChangeLines: Equatable {
    /// An upper bound for the length of a notification without its items.
    ///
    /// The name of the subscription alone takes up to 1,532 bytes if every byte of it is escaped.
    static let maximumFrameLength = 2048

    let subscription: RequestID
    let from: Cursor
    let to: Cursor

    /// Returns the lines without newlines; `more` is set in all of them, except in the last one if
    /// `isEnd` is true.
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
