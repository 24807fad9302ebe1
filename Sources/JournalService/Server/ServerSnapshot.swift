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
}

/// The properties of a running daemon that do not change.
struct ServiceIdentity: Sendable {
    var version: String
    var pid: Int
    var startedAt: Date
    /// The path of the store; nil for one in memory.
    var store: String?
    /// The path of the socket; nil for an inherited one without a path.
    var socket: String?
}
