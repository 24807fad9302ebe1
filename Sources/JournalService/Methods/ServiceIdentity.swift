// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

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
