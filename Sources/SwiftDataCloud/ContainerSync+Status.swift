// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

extension ContainerSync {
    /// The state of a synchronization.
    public struct Status: Hashable, Sendable {
        /// The activity of a synchronization.
        public enum Phase: Hashable, Sendable {
            /// The store is not synchronized: it has no hub, its configuration excludes it, or the
            /// synchronization could not be started.
            case local
            /// The synchronization is paused.
            case paused
            /// Changes are exchanged.
            case synchronizing
            /// Everything was exchanged.
            case upToDate
            /// The hub does not respond; the exchange is tried again.
            case offline
            /// Nothing is exchanged until a person has solved the problem.
            case stopped
        }

        /// Whether there is a hub that can be used.
        public internal(set) var account: CKAccountStatus
        /// The activity.
        public internal(set) var phase: Phase
        /// The number of objects with changes that are not on the hub yet.
        public internal(set) var pending: Int
        /// The number of conflicts; see ``ContainerSync/conflicts()``.
        public internal(set) var conflictCount: Int
        /// The time of the hub up to which everything was exchanged; nil before the first time.
        public internal(set) var asOf: Date?
        /// The error of the last attempt; nil if it had none.
        public internal(set) var problem: CloudError?
        /// The time of the next attempt after an error.
        public internal(set) var nextTry: Date?

        init(
            account: CKAccountStatus = .noAccount,
            phase: Phase = .local,
            asOf: Date? = nil,
            problem: CloudError? = nil
        ) {
            self.account = account
            self.phase = phase
            self.asOf = asOf
            self.problem = problem
            pending = 0
            conflictCount = 0
        }
    }
}

extension CKAccountStatus {
    /// The state of an account after an error.
    init(after error: CloudError) {
        switch error.code {
        case .noAccount: self = .noAccount
        case .denied: self = .restricted
        case .unreachable, .failed: self = .temporarilyUnavailable
        case .schema, .format, .busy, .paused: self = .available
        default: self = .couldNotDetermine
        }
    }
}
