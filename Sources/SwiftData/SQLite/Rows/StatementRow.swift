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

    private func field(_ column: Int32) -> SQLiteField { statement.field(column) }

    func isNull(_ column: Int32) -> Bool { field(column).isNull }

    func integer(_ column: Int32) -> Int64? { field(column).integer }

    func real(_ column: Int32) -> Double? { field(column).real }

    func text(_ column: Int32) -> String? { field(column).text }

    func uuid(_ column: Int32) -> UUID? {
        let field = field(column)
        guard field.storageClass == .text, let bytes = field.bytes else { return nil }
        return UUID(canonicalText: bytes)
    }

    func data(_ column: Int32, of property: @autoclosure () -> String) throws -> Data? {
        let field = field(column)
        if let files, let name = field.text { return try files.read(name, of: property()) }
        return field.blob
    }

    func isReference(_ column: Int32) -> Bool {
        files != nil && field(column).storageClass == .text
    }

    func value(_ column: Int32) -> _ColumnValue { field(column).value }
}
