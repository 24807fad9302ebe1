// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

/// Edits of the rows of a live list.
struct ListItemTests {
    private static func row(_ name: String) -> ListedEntry { ListedEntry(id: name, revision: 1) }

    private static func rows(_ names: String) -> [ListedEntry] { names.map { row(String($0)) } }

    @Test(arguments: [
        (ListItem.Operation.insert, 0, nil, "xabc"), (.insert, 3, nil, "abcx"),
        (.insert, 1, nil, "axbc"), (.delete, 0, nil, "bc"), (.delete, 2, nil, "ab"),
        (.update, 1, nil, "axc"), (.move, 2, 0, "bcx"), (.move, 0, 2, "xab"),
        (.move, 1, 1, "axc"), (.move, 1, 0, "bxc"),
    ])
    func rowsAreEdited(
        operation: ListItem.Operation,
        index: Int,
        from: Int?,
        expected: String
    ) {
        var rows = Self.rows("abc")
        let item = ListItem(operation: operation, index: index, from: from, row: Self.row("x"))
        #expect(item.apply(to: &rows))
        #expect(rows.map(\.id).joined() == expected)
    }

    /// The client then opens the list again.
    @Test(arguments: [
        (ListItem.Operation.insert, 4, nil), (.insert, -1, nil), (.delete, 3, nil),
        (.delete, -1, nil), (.update, 3, nil), (.update, .max, nil), (.move, 0, nil),
        (.move, 3, 0), (.move, 0, 3), (.move, -1, 0), (.move, 0, -1), (.insert, .min, nil),
    ])
    func editThatDoesNotFitIsRefused(operation: ListItem.Operation, index: Int, from: Int?) {
        var rows = Self.rows("abc")
        let item = ListItem(operation: operation, index: index, from: from, row: Self.row("x"))
        #expect(!item.apply(to: &rows))
        #expect(rows == Self.rows("abc"))
    }

    @Test func emptyListCanOnlyBeFilled() {
        for operation in ListItem.Operation.allCases {
            var rows: [ListedEntry] = []
            let item = ListItem(operation: operation, index: 0, from: 0, row: Self.row("x"))
            #expect(item.apply(to: &rows) == (operation == .insert))
        }
    }
}
