// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The text of an object, to which members are appended.
///
/// The values of an object take longer to allocate and to release than the text takes to write.
package struct JSONObjectText: JSONMembers {
    private var bytes: [UInt8] = []
    private var isEmpty = true

    package init() { bytes.append(UInt8(ascii: "{")) }

    /// Begins an object after other text, which is empty until `finish(_:)` returns it.
    init(continuing text: inout [UInt8]) {
        // Not copied, so that the array stays unique.
        swap(&bytes, &text)
        bytes.append(UInt8(ascii: "{"))
    }

    package mutating func append(_ key: String, _ value: (some JSONConvertible)?) {
        guard let value else { return }
        appendKey(key)
        value.appendText(to: &bytes)
    }

    /// Ends the object, and returns its text.
    package consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Ends the object, and returns its text after the other text.
    mutating func finish(_ text: inout [UInt8]) {
        bytes.append(UInt8(ascii: "}"))
        swap(&bytes, &text)
    }

    private mutating func appendKey(_ key: String) {
        if !isEmpty { bytes.append(UInt8(ascii: ",")) }
        isEmpty = false
        bytes.append(UInt8(ascii: "\""))
        var key = key
        key.withUTF8 { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }
}
