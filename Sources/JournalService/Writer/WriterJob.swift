// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A job of the writer.
enum WriterJob: Sendable {
    /// A write that a client requested.
    case command(any WriteStep, ReplyToken)
    /// A write that no client requested.
    case backgroundTask(any WriteStep)
    /// A function to call before the next transaction.
    case call(@Sendable () -> Void)
}
