// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A type of fields.
package protocol FieldValue: JSONConvertible {
    /// The form for descriptions.
    static var fieldForm: Parameter.Form { get }
    /// A value of the form.
    static var example: JSON { get }
}

extension FieldValue where Self: CaseIterable & RawRepresentable<String> {
    package static var fieldForm: Parameter.Form { .word(allCases.map(\.rawValue)) }
    package static var example: JSON { allCases.first.map { .string($0.rawValue) } ?? .null }
}

/// A word of a set to which later versions add others.
package protocol OpenWord: FieldValue, RawRepresentable<String> {
    init(rawValue: String)
}

extension OpenWord {
    package static var fieldForm: Parameter.Form { .string }
    package static var example: JSON { "a" }

    package init(json: JSON) throws(InvalidParams) {
        self.init(rawValue: try String(json: json))
    }

    package var json: JSON { .string(rawValue) }
}

extension Array: FieldValue where Element: FieldValue {
    package static var fieldForm: Parameter.Form { .array(Element.fieldForm) }
    package static var example: JSON { .array([Element.example]) }
}

extension String: FieldValue {
    package static var fieldForm: Parameter.Form { .string }
    package static var example: JSON { "a" }
}

extension Bool: FieldValue {
    package static var fieldForm: Parameter.Form { .boolean }
    package static var example: JSON { true }
}

extension Int: FieldValue {
    package static var fieldForm: Parameter.Form { .integer }
    package static var example: JSON { 7 }
}

extension Int64: FieldValue {
    package static var fieldForm: Parameter.Form { .integer }
    package static var example: JSON { 7 }
}

extension Double: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("number") }
    package static var example: JSON { .number(1.5) }
}

extension JSON: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("object") }
    package static var example: JSON { [:] }
}

extension Secret: FieldValue {
    package static var fieldForm: Parameter.Form { .string }
    package static var example: JSON { .secret("a") }
}

extension Base64: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("base64") }
    package static var example: JSON { "YQ==" }
}

extension EntryID: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("uuid") }
    package static var example: JSON { "8c5f0f2e-0000-4000-8000-00000000abcd" }
}

extension EntryReference: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("entry") }
    package static var example: JSON { "8c5f" }
}

extension RequestID: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("id") }
    package static var example: JSON { 7 }
}

extension Timestamp: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("instant") }
    package static var example: JSON { "2026-11-21T10:15:00+01:00" }
}

extension Day: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("day") }
    package static var example: JSON { "2026-11-21" }
}

extension DateBound: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("day|instant") }
    package static var example: JSON { "2026-11-21" }
}

extension Cursor: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("cursor") }
    package static var example: JSON { "5b1d.7" }
}

extension PageCursor: FieldValue {
    package static var fieldForm: Parameter.Form { .scalar("page") }
    package static var example: JSON { "5b1d/7/1" }
}
