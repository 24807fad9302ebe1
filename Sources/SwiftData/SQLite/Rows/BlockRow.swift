// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The current row of a block.
///
/// The object is valid while its block is in use; it is reused for every row.
final class BlockRow: FieldRow {
    // Not checked for overlapping accesses, because each value needs one. No access calls other
    // code.
    @exclusivity(unchecked) private var row = RowBlock.Row()
    let files: ExternalFiles?

    /// Creates a source without a current row.
    init(files: ExternalFiles?) { self.files = files }

    /// Calls `body` for each row of a block, with the integer in column 0.
    func forEachRow(of block: borrowing RowBlock, _ body: (Int64) throws -> Void) rethrows {
        try block.forEachRow { next in
            row = next
            try body(next.field(0).integer ?? 0)
        }
    }

    func field(_ column: Int32) -> RowBlock.Field { row.field(column) }
}
