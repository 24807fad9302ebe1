// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the methods with their parameters, the notifications and the capabilities.
package struct Describe: MethodCall {
    package static let method = MethodName.describe

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}

    /// The description of the protocol.
    package struct Reply: ProtocolObject, Equatable {
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
                ProgressReport.method, SyncState.method,
            ]
            capabilities = Capability.all
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            version = try fields.required("version", \.version)
            protocolVersion = try fields.required("protocol", \.protocolVersion)
            methods = try fields.sent("methods", \.methods, ifAbsent: [])
            notifications = try fields.sent("notifications", \.notifications, ifAbsent: [])
            capabilities = try fields.sent("capabilities", \.capabilities, ifAbsent: [])
        }
    }
}
