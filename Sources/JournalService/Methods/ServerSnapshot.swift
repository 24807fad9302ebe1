// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import JournalProtocol

/// The state of the daemon at one moment.
struct ServerSnapshot: Sendable {
    var identity: ServiceIdentity
    /// The position of the last commit.
    var cursor: Cursor
    var clientCount: Int
    var subscriptionCount: Int
    /// The memory that is used for connections.
    var memory: MemoryRecord
    /// Whether a long write has made progress a moment ago.
    var isWorking = false
    /// Whether the store was opened read-only.
    var isReadOnly: Bool
    /// The damage that was found in the store; nil if none was found.
    var damage: String?
    /// Whether the store is encrypted.
    var isEncrypted = false
    /// Whether the daemon has no key of the encrypted store.
    var isLocked = false
    /// The limits that were configured, by their names in the protocol.
    var limits: [String: Int]
}

/// The properties of a running daemon that do not change.
struct ServiceIdentity: Sendable {
    var version: String
    var pid: Int
    var startedAt: Date
    /// The same moment on a clock that is never set.
    var startInstant: ContinuousClock.Instant
    /// The path of the store; nil for one in memory.
    var store: String?
    /// The path of the socket; nil for an inherited one without a path.
    var socket: String?
}
