// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A receiver of the members of an object: a value in memory, or its text.
package protocol JSONMembers {
    /// Appends a member that the object does not contain yet, unless the value is nil.
    ///
    /// Its name contains no character that JSON escapes.
    mutating func append(_ key: String, _ value: (some JSONConvertible)?)

    /// Appends an array member that the object does not contain yet, unless the array is nil.
    mutating func append(_ key: String, each values: [some JSONConvertible]?)
}

extension JSONObject: JSONMembers {}

/// A type with an object as its JSON representation, whose text is written without the object.
package protocol JSONObjectConvertible: JSONConvertible {
    /// Passes the members on, in the order of the representation.
    func append(to members: inout some JSONMembers)
}

extension JSONObjectConvertible {
    package var json: JSON {
        // The largest objects have so many members.
        var object = JSONObject(capacity: 13)
        append(to: &object)
        return .object(object)
    }

    package func appendText(to bytes: inout [UInt8]) {
        var text = JSONObjectText(continuing: &bytes)
        append(to: &text)
        text.finish(&bytes)
    }

    /// Returns the text of the value, for which a number of bytes is allocated at once.
    package func serialized(capacity: Int = 512) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(capacity)
        appendText(to: &bytes)
        return bytes
    }
}
