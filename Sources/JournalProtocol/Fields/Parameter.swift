// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A member of the parameters of a method, or of an object in them.
package struct Parameter: Sendable, Equatable {
    /// The forms of a value in a request.
    package indirect enum Form: Sendable, Equatable {
        /// A string, a number or a boolean, by the name that `Protocol/README.md` uses.
        case scalar(String)
        /// One of some strings, the default first.
        case word([String])
        /// An array of values of one form.
        case array(Form)
        /// An object with these members.
        case object([Parameter])
        /// A call in a batch: the name of a method and its parameters.
        case call
    }

    /// The name of the member.
    package let name: String
    /// The form of its value.
    package let form: Form
    /// Whether a request without the member is rejected.
    package let isRequired: Bool
    /// Whether a peer sends the member in every object, even if its absence is accepted.
    package let isSent: Bool
    /// A value of the form.
    package let example: JSON
    /// The first version of the daemon that accepts the member.
    package let since: String

    /// Creates a parameter.
    package init(
        _ name: String,
        form: Form,
        isRequired: Bool = false,
        isSent: Bool = false,
        example: JSON = .null,
        since: String = "0.1.0"
    ) {
        self.name = name
        self.form = form
        self.isRequired = isRequired
        self.isSent = isSent
        self.example = example
        self.since = since
    }
}

extension Parameter.Form {
    static let string = Parameter.Form.scalar("string")
    static let integer = Parameter.Form.scalar("integer")
    static let boolean = Parameter.Form.scalar("boolean")

    /// The name of the form, as `describe` reports it.
    package var name: String {
        switch self {
        case .scalar(let name): name
        case .word: "string"
        case .array(let element): "[\(element.name)]"
        case .object: "object"
        case .call: "call"
        }
    }
}

extension Parameter {
    /// The JSON form that `describe` reports.
    package var json: JSON {
        var object = JSONObject()
        object.append("name", name)
        object.append("type", form.name)
        object.append("required", isRequired)
        object.append("since", since)
        switch form {
        case .word(let words): object.append("values", each: words)
        case .object(let members): object.append("members", JSON.array(members.map(\.json)))
        case .scalar, .array, .call: break
        }
        return .object(object)
    }
}
