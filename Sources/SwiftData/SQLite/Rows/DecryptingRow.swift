// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The current row of a query on a table with encrypted columns, which are decrypted as they
/// are read.
final class DecryptingRow: RowSource {
    /// The encrypted row, with its key in column 0.
    private let row: any RowSource
    private let cipher: ValueCipher
    private let table: String
    /// The names of the encrypted columns, by result column; nil for other columns.
    private let names: [String?]
    /// Whether values that are not encrypted are accepted, as unsaved ones are.
    private let acceptsPlain: Bool

    init(
        _ row: any RowSource,
        cipher: ValueCipher,
        table: String,
        names: [String?],
        acceptsPlain: Bool
    ) {
        self.row = row
        self.cipher = cipher
        self.table = table
        self.names = names
        self.acceptsPlain = acceptsPlain
    }

    func isNull(_ column: Int32) -> Bool { row.isNull(column) }

    func integer(_ column: Int32) -> Int64? {
        guard names[Int(column)] != nil else { return row.integer(column) }
        return if case .integer(let value)? = opened(column) { value } else { nil }
    }

    func real(_ column: Int32) -> Double? {
        guard names[Int(column)] != nil else { return row.real(column) }
        return if case .real(let value)? = opened(column) { value } else { nil }
    }

    func text(_ column: Int32) -> String? {
        guard names[Int(column)] != nil else { return row.text(column) }
        return if case .text(let value)? = opened(column) { value } else { nil }
    }

    func uuid(_ column: Int32) -> UUID? {
        guard names[Int(column)] != nil else { return row.uuid(column) }
        return text(column).flatMap { UUID(canonicalText: $0) }
    }

    func data(_ column: Int32, of property: @autoclosure () -> String) throws -> Data? {
        let stored = try row.data(column, of: property())
        guard let name = names[Int(column)] else { return stored }
        return if case .blob(let value)? = stored.flatMap({ open($0, column: name) }) { value } else
        { nil }
    }

    func isReference(_ column: Int32) -> Bool { row.isReference(column) }

    func isUnreadable(_ column: Int32) -> Bool { opened(column) == nil }

    func value(_ column: Int32) -> _ColumnValue { opened(column) ?? row.value(column) }

    /// Returns the value of a column; nil if it cannot be decrypted, or is not encrypted although
    /// it should be.
    private func opened(_ column: Int32) -> _ColumnValue? {
        let stored = row.value(column)
        guard let name = names[Int(column)] else { return stored }
        return switch stored {
        case .null: stored
        case .blob(let sealed): open(sealed, column: name)
        default: acceptsPlain ? stored : nil
        }
    }

    private func open(_ sealed: Data, column: String) -> _ColumnValue? {
        guard let key = row.integer(0) else { return nil }
        return cipher.open(sealed, at: .init(table: table, column: column, key: key))
    }
}
