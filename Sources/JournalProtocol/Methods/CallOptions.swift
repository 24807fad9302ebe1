// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The options of a request, members of the same object as the parameters of its method.
package struct CallOptions: ProtocolObject, Equatable {
    /// The step to which the changes belong, for `undo`; nil for none.
    package var step: StepName?
    /// Whether the peer receives notifications of the progress; nil for false.
    package var progress: Bool?

    /// Creates options.
    package init(step: StepName? = nil, progress: Bool? = nil) {
        self.step = step
        self.progress = progress
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        step = try fields.optional("step", \.step)
        progress = try fields.optional("progress", \.progress)
    }

    /// Decodes the options that a method has from the parameters of a request.
    package init(of method: MethodName, params: JSON) throws(InvalidParams) {
        guard case .object(let object) = params else {
            self.init()
            return
        }
        let members = object.members.filter { method.hasOption($0.key) }
        self = members.isEmpty ? Self() : try Self(json: .object(JSONObject(members)))
    }

    /// The fields of the options that a method has.
    package static func parameters(of method: MethodName) -> [Parameter] {
        parameters.filter { method.hasOption($0.name) }
    }

    /// Returns the parameters of a request with the options that its method has.
    ///
    /// Members that the parameters have already remain.
    package func added(to params: JSON, of method: MethodName) -> JSON {
        var object: JSONObject
        switch params {
        case .object(let members): object = members
        case .null: object = JSONObject()
        default: return params
        }
        guard case .object(let options) = json else { return params }
        let new = options.members.filter { method.hasOption($0.key) && object[$0.key] == nil }
        guard !new.isEmpty else { return params }
        for option in new { object[option.key] = option.value }
        return .object(object)
    }
}

extension MethodName {
    /// Returns whether a request for the method can have an option.
    fileprivate func hasOption(_ name: String) -> Bool {
        switch name {
        case "step": namesStep
        case "progress": traits.reportsProgress
        default: false
        }
    }
}
