// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A receiver of the members of an object: a value in memory, or its text.
package protocol JSONMembers {
    /// Creates an object without members.
    init()

    /// Appends a member that the object does not contain yet, unless the value is nil.
    ///
    /// Its name contains no character that JSON escapes.
    mutating func append(_ key: String, _ value: (some JSONConvertible)?)
}

extension JSONObject: JSONMembers {
    package init() { self.init([]) }
}

/// The values of an object that is sent, which become members.
struct FieldEncoder<Object, Members: JSONMembers>: ObjectFields {
    /// The members so far.
    var members = Members()
    // A pointer, because a copy would retain all values of the object.
    private let object: UnsafePointer<Object>

    /// Encodes an object while the pointer is valid.
    init(_ object: UnsafePointer<Object>) { self.object = object }

    @inline(__always)
    mutating func required<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        let value = value(object.pointee)
        members.append(name, value)
        return value
    }

    @inline(__always)
    mutating func optional<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value?,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value? {
        let value = value(object.pointee)
        members.append(name, value)
        return value
    }

    @inline(__always)
    mutating func optional<Value: FieldValue & Equatable>(
        _ name: String,
        _ value: (Object) -> Value,
        default standard: Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        let value = value(object.pointee)
        if value != standard { members.append(name, value) }
        return value
    }

    @inline(__always)
    mutating func sent<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        ifAbsent standard: Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        let value = value(object.pointee)
        members.append(name, value)
        return value
    }

    @inline(__always)
    mutating func derived<Value: FieldValue>(_ name: String, _ value: (Object) -> Value) {
        members.append(name, value(object.pointee))
    }

    mutating func embedded<Part: ProtocolObject>(
        _ part: (Object) -> Part
    ) throws(InvalidParams) -> Part {
        let part = part(object.pointee)
        part.append(to: &members)
        return part
    }
}
