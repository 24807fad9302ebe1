// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Synchronization

/// Converts the JSON of a struct to the values of the columns that replace it.
///
/// The values of the last JSON are kept, because a statement asks for one column at a time.
final class JSONColumns: Sendable {
    private let access: any ValueAccess
    private let last = Mutex<(text: String, values: [_ColumnValue])?>(nil)

    init(_ access: any ValueAccess) { self.access = access }

    /// Returns the value of a column.
    ///
    /// - Throws: `SwiftDataError` if the JSON does not have the form of the type; the caller of the
    ///   statement receives its message in a `StoreError`.
    func value(of text: String, at offset: Int) throws -> _ColumnValue {
        try last.withLock { last in
            if let last, last.text == text { return last.values[offset] }
            let values: [_ColumnValue]
            do {
                values = try access.columnValues(ofJSON: text)
            } catch {
                throw SwiftDataError.loadIssue(
                    "the JSON \(text.prefix(200)) cannot be converted to the fields of its type: "
                        + "\(error)"
                )
            }
            last = (text, values)
            return values[offset]
        }
    }
}
