// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The members of a received object.
struct FieldDecoder<Object>: ObjectFields {
    private let fields: JSONFields

    init(_ fields: JSONFields) { self.fields = fields }

    @inline(__always)
    mutating func required<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        guard let value = try fields.optional(name, as: form()) else {
            throw InvalidParams("is required").under(name)
        }
        return value
    }

    @inline(__always)
    mutating func optional<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value?,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value? {
        try fields.optional(name, as: form())
    }

    @inline(__always)
    mutating func optional<Value: FieldValue & Equatable>(
        _ name: String,
        _ value: (Object) -> Value,
        default standard: Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        try optional(name, value, as: form()) ?? standard
    }

    @inline(__always)
    mutating func sent<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        ifAbsent standard: Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        try optional(name, value, as: form()) ?? standard
    }

    @inline(__always)
    mutating func derived<Value: FieldValue>(_ name: String, _ value: (Object) -> Value) {}

    mutating func embedded<Part: ProtocolObject>(
        _ part: (Object) -> Part
    ) throws(InvalidParams) -> Part {
        var decoder = FieldDecoder<Part>(fields)
        let part = try Part(&decoder)
        try part.validate()
        return part
    }
}

extension JSONFields {
    /// Decodes a member with a form, or returns nil if it is absent or null.
    @inline(__always)
    fileprivate func optional<Value: FieldValue>(
        _ key: String,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value? {
        guard let json = present(key) else { return nil }
        do {
            guard let form = form() else { return try Value(json: json) }
            return try form.decode(json)
        } catch {
            throw error.under(key)
        }
    }
}
