// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// JSON arrays that pass any number of values in one bound parameter.
enum JSONArray {
    /// Returns the integers as a JSON array.
    static func text(of integers: [Int64]) -> _ColumnValue {
        var text = "["
        // Most are keys with a few digits.
        text.reserveCapacity(8 * integers.count + 2)
        for integer in integers {
            if text.utf8.count > 1 { text += "," }
            text += String(integer)
        }
        text += "]"
        return .text(text)
    }

    /// Returns the pairs as a JSON array of arrays with two elements.
    static func text(ofPairs pairs: [(Int64, Int64)]) -> _ColumnValue {
        .text("[" + pairs.map { "[\($0.0),\($0.1)]" }.joined(separator: ",") + "]")
    }

    /// Returns the values as a JSON array, or nil if a value has no JSON form.
    ///
    /// SQLite's JSON does not support infinities, binary data and NUL characters.
    static func text(of values: [_ColumnValue]) -> _ColumnValue? {
        var items: [String] = []
        items.reserveCapacity(values.count)
        for value in values {
            switch value {
            case .integer(let integer): items.append(String(integer))
            case .text(let text) where !text.utf8.contains(0): items.append(quoted(text))
            default: return nil
            }
        }
        return .text("[" + items.joined(separator: ",") + "]")
    }

    private static func quoted(_ text: String) -> String {
        // Most texts are identities and names.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) else {
            return "\"\(text)\""
        }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{01}"..<" ":
                let hex = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
