// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the methods with their parameters, the notifications and the capabilities.
package struct Describe: MethodCall {
    package static let method = MethodName.describe

    /// Creates a request.
    package init() {}

    package init(json: JSON) throws(InvalidParams) { _ = try JSONFields(json) }

    package var json: JSON { [:] }

    /// The description of the protocol.
    package struct Reply: JSONConvertible, Equatable {
        /// The version of the daemon.
        package var version: String
        /// The version of the protocol.
        package var protocolVersion: Int
        /// The methods, in the order of the specification.
        package var methods: [JSON]
        /// The names of the notifications.
        package var notifications: [String]
        /// The capabilities.
        package var capabilities: [Capability]

        /// Creates the description of this version of the protocol.
        package init(version: String) {
            self.version = version
            protocolVersion = Protocol.version
            methods = MethodName.allCases.map { MethodDescription.of($0).json }
            notifications = [
                Changes.method, ListChanges.method, Reset.method, End.method,
                ProgressReport.method,
            ]
            capabilities = Capability.all
        }

        package init(json: JSON) throws(InvalidParams) {
            let fields = try JSONFields(json)
            version = try fields.required("version")
            protocolVersion = try fields.required("protocol")
            methods = try fields.array("methods") ?? []
            notifications = try fields.array("notifications") ?? []
            capabilities = try fields.array("capabilities") ?? []
        }

        package var json: JSON {
            var object = JSONObject()
            object.append("version", version)
            object.append("protocol", protocolVersion)
            object.append("methods", JSON.array(methods))
            object.append("notifications", each: notifications)
            object.append("capabilities", each: capabilities)
            return .object(object)
        }
    }
}
