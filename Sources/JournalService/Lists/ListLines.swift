// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// Encodes the rows and the edits of a live list.
struct ListLines {
    let list: RequestID
    let from: Cursor
    let to: Cursor

    /// Returns a notification of edits that fit it, without a newline; `more` is set unless `isEnd`
    /// is true.
    func line(_ edits: some Collection<ListContents.Edit>, isEnd: Bool) -> [UInt8] {
        let frame = ListChanges(list: list, from: from, to: to, items: [], more: !isEnd)
        return frame.line(items: edits.map(\.json))
    }

    /// Returns the number of edits that fit a notification of `Limits.notification` bytes, which
    /// leaves room for the longest list id; at least one unless there are none.
    static func fittingCount(_ edits: ArraySlice<ListContents.Edit>) -> Int {
        var size = 0
        let end = edits.firstIndex { edit in
            size += edit.maximumLength
            return size > EncodedItem.maximumLength
        }
        return max(min(1, edits.count), (end ?? edits.endIndex) - edits.startIndex)
    }
}
