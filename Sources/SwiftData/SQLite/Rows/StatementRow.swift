// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The current row of a statement.
///
/// The object is valid while the statement runs; it is reused for every row.
final class StatementRow: RowSource {
    private let statement: SQLiteStatement
    /// The external files of the store; nil for a store in memory.
    private let files: ExternalFiles?

    init(_ statement: SQLiteStatement, files: ExternalFiles?) {
        self.statement = statement
        self.files = files
    }

    func isNull(_ column: Int32) -> Bool { statement.field(column).isNull }

    func integer(_ column: Int32) -> Int64? { statement.field(column).integer }

    func real(_ column: Int32) -> Double? { statement.field(column).real }

    func text(_ column: Int32) -> String? { statement.field(column).text }

    func uuid(_ column: Int32) -> UUID? {
        statement.field(column).withText { UUID(canonicalText: $0) }
    }

    func data(_ column: Int32, of property: @autoclosure () -> String) throws -> Data? {
        if let files, let name = text(column) { return try files.read(name, of: property()) }
        return statement.storageClass(column) == .blob ? statement.blob(column) : nil
    }

    func isReference(_ column: Int32) -> Bool {
        files != nil && statement.storageClass(column) == .text
    }

    func value(_ column: Int32) -> _ColumnValue { statement.value(column) }
}
