// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol

/// The state of the daemon at one moment.
struct ServerSnapshot: Sendable {
    var identity: ServiceIdentity
    /// The position of the last commit.
    var cursor: Cursor
    var clientCount: Int
    var subscriptionCount: Int
    /// The memory that all connections use for requests and unsent output, in bytes.
    var memory: Int
    /// The limits that were configured, by their names in the protocol.
    var limits: [String: Int]
}
