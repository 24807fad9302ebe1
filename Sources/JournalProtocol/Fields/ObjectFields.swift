// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The fields of a type, to which its table passes the name and the value of each.
///
/// The closures read the value that is encoded; they are not called for other purposes. A form is
/// created only if it is used.
package protocol ObjectFields<Object> {
    /// The type with the fields.
    associatedtype Object

    /// A field without which a message is rejected.
    mutating func required<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value

    /// A field that is absent if its value is nil.
    mutating func optional<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value?,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value?

    /// A field that is absent if it has a standard value.
    mutating func optional<Value: FieldValue & Equatable>(
        _ name: String,
        _ value: (Object) -> Value,
        default standard: Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value

    /// A field that is always sent, but whose absence is accepted.
    mutating func sent<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        ifAbsent standard: Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value

    /// A field that is sent but not read, because it follows from others.
    mutating func derived<Value: FieldValue>(_ name: String, _ value: (Object) -> Value)

    /// The fields of a part, which are members of the same object.
    mutating func embedded<Part: ProtocolObject>(
        _ part: (Object) -> Part
    ) throws(InvalidParams) -> Part
}

extension ObjectFields {
    @inline(__always)
    package mutating func required<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value
    ) throws(InvalidParams) -> Value {
        try required(name, value, as: nil)
    }

    @inline(__always)
    package mutating func optional<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value?
    ) throws(InvalidParams) -> Value? {
        try optional(name, value, as: nil)
    }

    @inline(__always)
    package mutating func optional<Value: FieldValue & Equatable>(
        _ name: String,
        _ value: (Object) -> Value,
        default standard: Value
    ) throws(InvalidParams) -> Value {
        try optional(name, value, default: standard, as: nil)
    }

    @inline(__always)
    package mutating func sent<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        ifAbsent standard: Value
    ) throws(InvalidParams) -> Value {
        try sent(name, value, ifAbsent: standard, as: nil)
    }
}
