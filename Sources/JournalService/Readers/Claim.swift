// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftData

/// Somebody's claim to an answer, until nobody waits for it any more.
///
/// What was asked and has not begun is not done then, and what is being read ends: a peer that asks and
/// goes, again and again, leaves no work behind.
final class Claim: Sendable {
    /// Ends what is read for the answer.
    let interruption = ReadInterruption()

    var isWithdrawn: Bool { interruption.isRequested }

    func withdraw() { interruption.request() }
}
