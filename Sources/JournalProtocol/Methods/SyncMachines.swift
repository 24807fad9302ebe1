// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the machines that synchronize the journal.
package struct SyncMachines: MethodCall {
    package static let method = MethodName.syncMachines

    /// Creates a request.
    package init() {}

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {}

    /// The machines.
    package struct Reply: ProtocolObject, Equatable {
        /// The machines, sorted by their names.
        package var machines: [SyncMachine]

        /// Creates a reply.
        package init(machines: [SyncMachine]) { self.machines = machines }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            machines = try fields.sent("machines", \.machines, ifAbsent: [])
        }
    }
}

/// Forgets a machine that does not come back; its log becomes part of this machine's.
package struct SyncRemove: MethodCall {
    package typealias Reply = Empty
    package static let method = MethodName.syncRemove

    /// The number of the machine's log.
    package var node: String

    /// Creates a request.
    package init(node: String) { self.node = node }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        node = try fields.required("node", \.node)
    }
}
