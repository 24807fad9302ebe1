// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import SwiftData

/// A job of the writer.
enum WriterJob: Sendable {
    /// A write that a client requested.
    case command(any WriteStep, ReplyToken)
    /// The overwriting of what a committed write deleted, with the reply that follows it; without
    /// one if no client waits.
    case erasure(StoreErasure, ErasureReply, ReplyToken?)
    /// A write that no client requested.
    case backgroundTask(any WriteStep)
    /// The cancellation of a command that waits for a long write.
    case cancellation(ReplyToken)
    /// A function to call before the next transaction.
    case call(@Sendable () -> Void)

    var isCancellation: Bool {
        if case .cancellation = self { true } else { false }
    }
}
