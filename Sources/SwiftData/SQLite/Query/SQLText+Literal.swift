// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

extension SQLText {
    /// Creates an SQL literal, for statements with more values than SQLite allows parameters.
    init(literal value: _ColumnValue) {
        switch value {
        case .null: self = "NULL"
        case .integer(let integer): self.init(raw: String(integer))
        case .real(.infinity): self = "9e999"
        case .real(-.infinity): self = "-9e999"
        case .real(let real): self.init(raw: String(real))
        case .blob(let data):
            let digits = Array("0123456789abcdef")
            self.init(
                raw: "x'" + data.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + "'"
            )
        case .text(let text) where text.utf8.contains(0):
            // A string literal would end at the NUL byte.
            self = "CAST(\(SQLText(literal: .blob(.init(text.utf8)))) AS TEXT)"
        case .text(let text):
            self.init(raw: "'" + text.replacing("'", with: "''") + "'")
        }
    }
}
