// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Encodes the rows and the edits of a live list.
struct ListLines {
    let list: RequestID
    let from: Cursor
    let to: Cursor

    /// Returns notifications of at most `Limits.notification` bytes, without newlines; `more` is
    /// set in all of them, except in the last one.
    func lines(_ items: [[UInt8]]) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var rest = items[...]
        repeat {
            let part = rest.prefix(Self.fittingCount(rest, Self.maximumContent))
            rest = rest.dropFirst(part.count)
            let frame = ListChanges(list: list, from: from, to: to, items: [], more: !rest.isEmpty)
            let notification = ServerNotification(
                method: ListChanges.method,
                params: frame.json(items: Array(part))
            )
            lines.append(notification.line)
        } while !rest.isEmpty
        return lines
    }

    /// The size of the items in a notification, which leaves room for the longest list id.
    private static let maximumContent = EncodedItem.maximumLength

    /// Returns the number of items whose size is within a limit; at least one.
    static func fittingCount(_ items: ArraySlice<[UInt8]>, _ limit: Int) -> Int {
        var size = 0
        let end = items.firstIndex { item in
            size += item.count + 1
            return size > limit
        }
        return max(1, (end ?? items.endIndex) - items.startIndex)
    }
}
