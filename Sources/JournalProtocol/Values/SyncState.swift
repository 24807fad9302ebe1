// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The state of the synchronization of the journal.
package struct SyncState: ProtocolObject, Equatable {
    /// The activity of synchronization; later versions may have other words.
    package struct Phase: OpenWord, Equatable {
        /// The word in a reply.
        package let rawValue: String

        package init(rawValue: String) { self.rawValue = rawValue }

        /// The journal is not synchronized.
        package static let off = Phase(rawValue: "off")
        /// Synchronization waits for `sync.resume`.
        package static let paused = Phase(rawValue: "paused")
        /// Synchronization waits for the passphrase of the store.
        package static let locked = Phase(rawValue: "locked")
        /// The last exchange left no difference between the journal and the hub.
        package static let idle = Phase(rawValue: "idle")
        /// Changes are sent to the hub.
        package static let sending = Phase(rawValue: "sending")
        /// Changes of other machines are received.
        package static let receiving = Phase(rawValue: "receiving")
        /// The hub is not reachable; the daemon tries again.
        package static let offline = Phase(rawValue: "offline")
        /// Synchronization cannot continue until a person has changed something.
        package static let stopped = Phase(rawValue: "stopped")
    }

    /// The error that prevents an exchange.
    package struct Problem: ProtocolObject, Equatable {
        /// The kind of the error.
        package var kind: ErrorKind
        /// The fault and the next step, for people.
        package var message: String
        /// The time of the first exchange that failed.
        package var since: Timestamp?

        /// Describes a problem.
        package init(kind: ErrorKind, message: String, since: Timestamp? = nil) {
            self.kind = kind
            self.message = message
            self.since = since
        }

        package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
            kind = try fields.required("kind", \.kind)
            message = try fields.required("message", \.message)
            since = try fields.optional("since", \.since)
        }
    }

    /// The activity of synchronization.
    package var phase: Phase
    /// The address of the hub, without passwords.
    package var hub: String?
    /// The identifier of the space.
    package var space: String?
    /// The time of the last exchange without an error.
    package var asOf: Timestamp?
    /// The number of changes that the hub lacks.
    package var pending: Int
    /// The number of changes of other machines that wait for others, or for a newer version.
    package var parked: Int
    /// The number of machines with logs that have not arrived completely.
    package var late: Int
    /// The number of seconds by which the clock is ahead of the clock of the hub.
    package var clockOffset: Double?
    /// The number of machines, with this one.
    package var machines: Int
    /// The number of versions that other machines replaced before reading them.
    package var conflicts: Int
    /// The time of the next exchange after an error.
    package var nextTry: Timestamp?
    /// The error that prevents an exchange.
    package var problem: Problem?

    /// Describes a state, with counts that default to zero.
    package init(
        phase: Phase,
        hub: String? = nil,
        space: String? = nil,
        asOf: Timestamp? = nil,
        pending: Int = 0,
        parked: Int = 0,
        late: Int = 0,
        clockOffset: Double? = nil,
        machines: Int = 0,
        conflicts: Int = 0,
        nextTry: Timestamp? = nil,
        problem: Problem? = nil
    ) {
        self.phase = phase
        self.hub = hub
        self.space = space
        self.asOf = asOf
        self.pending = pending
        self.parked = parked
        self.late = late
        self.clockOffset = clockOffset
        self.machines = machines
        self.conflicts = conflicts
        self.nextTry = nextTry
        self.problem = problem
    }

    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        phase = try fields.required("phase", \.phase)
        hub = try fields.optional("hub", \.hub)
        space = try fields.optional("space", \.space)
        asOf = try fields.optional("asOf", \.asOf)
        pending = try fields.sent("pending", \.pending, ifAbsent: 0)
        parked = try fields.sent("parked", \.parked, ifAbsent: 0)
        late = try fields.sent("late", \.late, ifAbsent: 0)
        clockOffset = try fields.optional("clockOffset", \.clockOffset)
        machines = try fields.sent("machines", \.machines, ifAbsent: 0)
        conflicts = try fields.sent("conflicts", \.conflicts, ifAbsent: 0)
        nextTry = try fields.optional("nextTry", \.nextTry)
        problem = try fields.optional("problem", \.problem)
    }
}

/// The state is also the content of the notification that it has changed.
extension SyncState: NotificationContent {
    package static let method = "sync"
}
