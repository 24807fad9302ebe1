// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

/// Returns the reply of a write once the deleted content is overwritten.
typealias ErasureReply = @Sendable (ModelContainer) -> JSON

/// The state of a write after a step.
enum WriteProgress: Sendable {
    /// The write is complete; the reply can be sent once it is on disk.
    case finished(JSON)
    /// The write continues in another transaction, after other writes that wait.
    case unfinished(any WriteStep)
    /// The write is complete; the reply can be sent once deleted content is overwritten, which is
    /// done between other transactions.
    case committed(then: StoreErasure, reply: ErasureReply)
}
