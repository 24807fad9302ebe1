// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataHub
internal import SwiftDataSync

/// The state of the synchronization of a store.
package struct SyncStatus: Sendable {
    /// The activity of the engine.
    package enum Phase: Hashable, Sendable {
        /// The last round left no difference between the hub and the store.
        case idle
        /// A round runs.
        case running
        /// The hub did not respond as it should; the engine tries again.
        case offline
        /// Synchronization cannot continue until a person has changed something.
        case stopped
    }

    /// The activity of the engine.
    package internal(set) var phase = Phase.running
    /// Whether the hub has responded to the running round.
    package internal(set) var hasResponse = false
    /// Whether the running round puts objects on the hub; it received before.
    package internal(set) var isSending = false
    /// The last round that ended without an error.
    package internal(set) var last: RoundReport?
    /// The error of the last round; nil if it had none.
    package internal(set) var problem: (any Error)?
    /// The instant of the round after an error, until the hub has responded to that round.
    package internal(set) var nextTry: ContinuousClock.Instant?

    /// Creates the status of an engine that begins its first round.
    package init() {}

    /// The activity as people see it: after an error it stays until the hub has responded.
    ///
    /// Otherwise each attempt to find a missing hub would look like an exchange for a moment.
    package var shownPhase: Phase {
        guard phase == .running, !hasResponse, let problem else { return phase }
        return Self.phase(after: problem)
    }

    /// Returns the activity after a round with an error.
    static func phase(after error: any Error) -> Phase {
        failure(of: error) == .passing ? .offline : .stopped
    }

    /// Returns the kind of a round's error.
    static func failure(of error: any Error) -> SyncSchedule.Failure {
        switch error {
        case let error as SyncError where [.key, .format, .schema].contains(error.code): .lasting
        case let error as HubError where [.denied, .notHub].contains(error.code): .place
        case let error as HubError where [.invalid, .limit].contains(error.code): .lasting
        default: .passing
        }
    }
}
