// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The capability of a daemon that supports a parameter; an older one ignores the parameter and
/// executes the rest of the request.
private struct RequiredCapability {
    static let all = [
        RequiredCapability("entry.update.addTags", for: .entryUpdate, parameter: "addTags"),
        RequiredCapability("entry.update.addTags", for: .entryUpdate, parameter: "removeTags"),
        RequiredCapability("entry.update.createdAt", for: .entryUpdate, parameter: "createdAt"),
        RequiredCapability(
            "entry.create.earlierTexts",
            for: .entryCreate,
            parameter: "earlierTexts"
        ),
    ]

    let name: String
    let method: MethodName
    let parameter: String

    init(_ name: String, for method: MethodName, parameter: String) {
        self.name = name
        self.method = method
        self.parameter = parameter
    }
}

extension MethodName {
    /// Returns the names of the capabilities that a request with these parameters requires.
    package func requiredCapabilities(of params: JSON) -> Set<String> {
        if self == .batch, case .array(let calls)? = params["calls"] {
            return calls.reduce(into: []) { names, call in
                guard let name = call["method"]?.stringValue, let params = call["params"],
                    let method = MethodName(rawValue: name), method != .batch
                else { return }
                names.formUnion(method.requiredCapabilities(of: params))
            }
        }
        return RequiredCapability.all.reduce(into: []) { names, capability in
            if capability.method == self, params[capability.parameter] != nil {
                names.insert(capability.name)
            }
        }
    }
}
