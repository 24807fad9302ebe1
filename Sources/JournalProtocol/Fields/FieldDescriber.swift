// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The fields of a type without a value, for `describe` and for checks of the documentation.
struct FieldDescriber<Object>: ObjectFields {
    private(set) var parameters: [Parameter] = []

    mutating func required<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        let form = form() ?? FieldForm()
        append(name, form: form, isRequired: true)
        return try form.decode(form.example)
    }

    mutating func optional<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value?,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value? {
        append(name, form: form() ?? FieldForm(), isRequired: false)
        return nil
    }

    mutating func optional<Value: FieldValue & Equatable>(
        _ name: String,
        _ value: (Object) -> Value,
        default standard: Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        let form = (form() ?? FieldForm()).beginning(with: standard)
        append(name, form: form, isRequired: false)
        return standard
    }

    mutating func sent<Value: FieldValue>(
        _ name: String,
        _ value: (Object) -> Value,
        ifAbsent standard: Value,
        as form: @autoclosure () -> FieldForm<Value>?
    ) throws(InvalidParams) -> Value {
        append(name, form: form() ?? FieldForm(), isRequired: false, isSent: true)
        return standard
    }

    mutating func derived<Value: FieldValue>(_ name: String, _ value: (Object) -> Value) {
        append(name, form: FieldForm<Value>(), isRequired: false, isSent: true)
    }

    mutating func embedded<Part: ProtocolObject>(
        _ part: (Object) -> Part
    ) throws(InvalidParams) -> Part {
        var describer = FieldDescriber<Part>()
        let part = try Part(&describer)
        parameters += describer.parameters
        return part
    }

    private mutating func append<Value>(
        _ name: String,
        form: FieldForm<Value>,
        isRequired: Bool,
        isSent: Bool = false
    ) {
        parameters.append(
            Parameter(
                name,
                form: form.form,
                isRequired: isRequired,
                isSent: isRequired || isSent,
                example: form.example
            )
        )
    }
}
