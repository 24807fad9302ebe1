// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The form of a field that allows fewer values than its type.
package struct FieldForm<Value> {
    /// The form for descriptions.
    let form: Parameter.Form
    /// A value that is allowed.
    let example: JSON
    /// Decodes a value, and throws an error if it is not allowed.
    let decode: (JSON) throws(InvalidParams) -> Value
}

extension FieldForm where Value: FieldValue {
    /// The form of the type.
    init() {
        self.init(form: Value.fieldForm, example: Value.example, decode: Value.init(json:))
    }

    /// Allows the values of the type that a function accepts.
    static func checked(
        example: JSON = Value.example,
        _ check: @escaping (Value) throws(InvalidParams) -> Void
    ) -> FieldForm {
        FieldForm(form: Value.fieldForm, example: example) { json throws(InvalidParams) in
            let value = try Value(json: json)
            try check(value)
            return value
        }
    }

    /// The form with a value as the first of its words.
    func beginning(with standard: Value) -> FieldForm {
        guard case .word(let words) = form, let first = standard.json.stringValue else {
            return self
        }
        let form = Parameter.Form.word([first] + words.filter { $0 != first })
        return FieldForm(form: form, example: example, decode: decode)
    }
}

extension FieldForm where Value: FieldValue & BinaryInteger {
    /// An integer in a range.
    static func integer(in range: ClosedRange<Value>) -> FieldForm {
        .checked(example: Value.example) { value throws(InvalidParams) in
            guard !range.contains(value) else { return }
            throw InvalidParams(
                "expected an integer from \(range.lowerBound) to \(range.upperBound), got \(value)"
            )
        }
    }
}

extension FieldForm where Value == Int {
    /// The maximum number of items of a page.
    static var pageLength: FieldForm { .integer(in: 1...Limits.page) }
}

extension FieldForm where Value == String {
    /// A string with a length in bytes of UTF-8.
    static func text(_ range: ClosedRange<Int>) -> FieldForm {
        .checked { text throws(InvalidParams) in
            let count = text.utf8.count
            guard !range.contains(count) else { return }
            let (least, most) = (range.lowerBound, range.upperBound)
            throw InvalidParams(
                least == 0
                    ? "expected at most \(most) bytes"
                    : "expected \(least) to \(most) bytes, got \(count)"
            )
        }
    }

    /// An absolute path.
    static var absolutePath: FieldForm {
        .checked(example: "/tmp/a") { path throws(InvalidParams) in
            guard path.hasPrefix("/"), !path.utf8.contains(0) else {
                throw InvalidParams("expected an absolute path, got \"\(path)\"")
            }
        }
    }
}

extension FieldForm
where Value: FieldValue & CaseIterable & RawRepresentable<String> {
    /// One of some words, which an error lists.
    static func one(of values: [Value]) -> FieldForm {
        FieldForm(
            form: .word(values.map(\.rawValue)),
            example: values.first?.json ?? .null
        ) { json throws(InvalidParams) in
            try Value.value(json, among: values)
        }
    }
}

extension FieldForm {
    /// An array with a number of elements, which errors call by a word.
    static func array<Element: FieldValue>(
        _ range: ClosedRange<Int>,
        of elements: String
    ) -> FieldForm where Value == [Element] {
        let (least, most) = (range.lowerBound, range.upperBound)
        let example = JSON.array(Array(repeating: Element.example, count: least))
        return .checked(example: example) { values throws(InvalidParams) in
            guard !range.contains(values.count) else { return }
            let bounds =
                least == 0 ? "at most \(most)" : least == most ? "\(most)" : "\(least) to \(most)"
            throw InvalidParams("expected \(bounds) \(elements), got \(values.count)")
        }
    }
}
