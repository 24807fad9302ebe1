// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Names one request of one connection for the daemon.
///
/// A client may use an id again as soon as it has been answered; a ticket is never used again.
struct Ticket: Hashable, Sendable {
    let number: UInt64
}
