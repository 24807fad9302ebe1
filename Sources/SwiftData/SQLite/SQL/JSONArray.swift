// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// JSON arrays that pass any number of values in one bound parameter.
enum JSONArray {
    /// Returns the integers as a JSON array.
    static func text(of integers: [Int64]) -> _ColumnValue {
        // The brackets and the commas; `[]` has no element before which one is written.
        let length = integers.reduce(max(integers.count, 1) + 1) { $0 + digitCount(of: $1) }
        // Avoids a string for each integer.
        return .text(
            String(unsafeUninitializedCapacity: length) { buffer in
                buffer[0] = UInt8(ascii: "[")
                var end = 0
                for integer in integers {
                    if end > 0 { buffer[end] = UInt8(ascii: ",") }
                    let start = end + 1
                    end = start + digitCount(of: integer)
                    if integer < 0 { buffer[start] = UInt8(ascii: "-") }
                    var (rest, position) = (integer.magnitude, end)
                    repeat {
                        position -= 1
                        buffer[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
                        rest /= 10
                    } while rest > 0
                }
                end = max(end, 1)
                buffer[end] = UInt8(ascii: "]")
                return end + 1
            }
        )
    }

    /// Returns the integers as a JSON array without duplicates.
    static func text(ofDistinct integers: [Int64]) -> _ColumnValue {
        let isAscending = zip(integers, integers.dropFirst()).allSatisfy { $0 < $1 }
        if isAscending { return text(of: integers) }
        var known: Set<Int64> = []
        known.reserveCapacity(integers.count)
        return text(of: integers.filter { known.insert($0).inserted })
    }

    /// Returns the number of characters of an integer.
    private static func digitCount(of integer: Int64) -> Int {
        var count = integer < 0 ? 2 : 1
        var rest = integer.magnitude / 10
        while rest > 0 {
            count += 1
            rest /= 10
        }
        return count
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
        // Most strings are identifiers and names.
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
