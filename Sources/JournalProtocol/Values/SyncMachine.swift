// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A machine that synchronizes the journal.
package struct SyncMachine: ProtocolObject, Equatable {
    /// The name that people give to the machine.
    package var name: String
    /// The number of its log, 16 hexadecimal digits.
    package var node: String
    /// Whether it is the machine of the daemon.
    package var isCurrent: Bool
    /// The program and its version.
    package var software: String?
    /// The time at which the machine last described itself, by its own clock.
    package var lastSeen: Timestamp?
    /// Whether the machine has not confirmed all deletions of content.
    package var hasPendingPurges: Bool

    /// Describes a machine.
    package init(
        name: String,
        node: String,
        isCurrent: Bool = false,
        software: String? = nil,
        lastSeen: Timestamp? = nil,
        hasPendingPurges: Bool = false
    ) {
        self.name = name
        self.node = node
        self.isCurrent = isCurrent
        self.software = software
        self.lastSeen = lastSeen
        self.hasPendingPurges = hasPendingPurges
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        name = try fields.required("name", \.name)
        node = try fields.required("node", \.node)
        isCurrent = try fields.sent("current", \.isCurrent, ifAbsent: false)
        software = try fields.optional("software", \.software)
        lastSeen = try fields.optional("lastSeen", \.lastSeen)
        hasPendingPurges = try fields.optional("purgesPending", \.hasPendingPurges, default: false)
    }
}
