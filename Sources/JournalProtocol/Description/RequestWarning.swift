// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A part of a request that had no effect, reported with the reply.
package struct RequestWarning: ProtocolObject, Equatable {
    /// The path of the member, in the form of the paths of `params.invalid`.
    package var path: String
    /// A description for people.
    package var message: String

    /// The maximum number of warnings in a reply.
    package static let maximumCount = 16
    /// The maximum length of an unknown name in a path, in bytes of UTF-8.
    private static let maximumNameLength = 255

    /// Creates a warning.
    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        path = try fields.required("path", \.path)
        message = try fields.required("message", \.message)
    }
}

extension RequestWarning {
    /// Returns a warning for each member of the parameters that the method does not have, up to
    /// `maximumCount`.
    ///
    /// - Complexity: O(members); values are not decoded.
    package static func unknownMembers(
        of params: JSON,
        method: MethodName
    ) -> [RequestWarning] {
        var warnings: [RequestWarning] = []
        check(
            params,
            parameters: MethodDescription.of(method).parameters,
            at: "params",
            appendingTo: &warnings
        )
        return warnings
    }

    private static func check(
        _ json: JSON,
        parameters: [Parameter],
        at path: String,
        appendingTo warnings: inout [RequestWarning]
    ) {
        guard case .object(let object) = json else { return }
        for member in object.members where member.value != .null {
            guard warnings.count < maximumCount else { return }
            guard let known = parameters.first(where: { $0.name == member.key }) else {
                let name = String(
                    decoding: member.key.utf8.prefix(maximumNameLength),
                    as: UTF8.self
                )
                warnings.append(
                    RequestWarning(
                        path: "\(path).\(name)",
                        message: "the member \"\(name)\" is unknown and was ignored"
                    )
                )
                continue
            }
            check(
                member.value,
                form: known.form,
                at: "\(path).\(member.key)",
                appendingTo: &warnings
            )
        }
    }

    private static func check(
        _ json: JSON,
        form: Parameter.Form,
        at path: @autoclosure () -> String,
        appendingTo warnings: inout [RequestWarning]
    ) {
        switch form {
        case .scalar, .word: break
        case .object(let members):
            check(json, parameters: members, at: path(), appendingTo: &warnings)
        case .call:
            check(json, parameters: callMembers, at: path(), appendingTo: &warnings)
            guard let name = json["method"]?.stringValue, let method = MethodName(rawValue: name),
                let params = json["params"]
            else { return }
            let parameters = MethodDescription.of(method).parameters
            check(params, parameters: parameters, at: path() + ".params", appendingTo: &warnings)
        case .array(let element):
            guard element.hasMembers, case .array(let values) = json else { return }
            for (index, value) in values.enumerated() {
                check(value, form: element, at: "\(path())[\(index)]", appendingTo: &warnings)
            }
        }
    }

    private static let callMembers = [
        Parameter("method", form: .string, isRequired: true),
        Parameter("params", form: .scalar("object")),
    ]
}

extension Parameter.Form {
    fileprivate var hasMembers: Bool {
        switch self {
        case .object, .call: true
        case .scalar, .word, .array: false
        }
    }
}
