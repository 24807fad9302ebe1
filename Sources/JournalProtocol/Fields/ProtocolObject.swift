// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A message, or an object in one: its initializer is the table of its fields, from which decoding,
/// encoding and the description derive.
///
/// A table names each property once, in the order of the representation. A property that it lacks
/// does not compile.
package protocol ProtocolObject: FieldValue {
    /// Sets every property to the value of its field.
    ///
    /// `@inline(__always)` at a table avoids a copy of every value that is encoded, which objects
    /// in large numbers need.
    init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams)

    /// Checks the rules that concern several fields of a decoded value.
    func validate() throws(InvalidParams)

    // Requirements, although no type has its own: their witnesses are compiled for each type in
    // this module. Other modules would call the generic code of an extension, which is six times
    // as slow.

    /// Decodes a value.
    static func decoded(from json: JSON) throws(InvalidParams) -> Self
    /// Returns the JSON representation.
    func encoded() -> JSON
    /// Appends the text of the JSON representation.
    func appendEncoded(to bytes: inout [UInt8])
}

extension ProtocolObject {
    package func validate() throws(InvalidParams) {}

    package init(json: JSON) throws(InvalidParams) { self = try Self.decoded(from: json) }

    package var json: JSON { encoded() }

    package func appendText(to bytes: inout [UInt8]) { appendEncoded(to: &bytes) }

    package static func decoded(from json: JSON) throws(InvalidParams) -> Self {
        var fields = FieldDecoder<Self>(try JSONFields(json))
        let value = try Self(&fields)
        try value.validate()
        return value
    }

    package func encoded() -> JSON {
        // The largest objects have so many members.
        var object = JSONObject(capacity: 13)
        append(to: &object)
        return .object(object)
    }

    package func appendEncoded(to bytes: inout [UInt8]) {
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

    /// Appends the members to those of an object.
    @inline(__always)
    func append<Members: JSONMembers>(to members: inout Members) {
        withUnsafePointer(to: self) { pointer in
            var fields = FieldEncoder<Self, Members>(pointer)
            // Not copied, so that their storage stays unique.
            swap(&fields.members, &members)
            // Encoding throws no error, and the copy that the table creates is not used.
            _ = try? Self(&fields)
            swap(&fields.members, &members)
        }
    }
}

extension ProtocolObject {
    /// The fields in the order of the table, with those of embedded parts.
    package static var parameters: [Parameter] {
        var fields = FieldDescriber<Self>()
        // The table throws an error if the example of a field is not valid, which a test finds.
        _ = try? Self(&fields)
        return fields.parameters
    }

    package static var fieldForm: Parameter.Form { .object(parameters) }

    package static var example: JSON {
        let required = parameters.filter(\.isRequired)
        return .object(
            JSONObject(required.map { JSONObject.Member(key: $0.name, value: $0.example) })
        )
    }
}
