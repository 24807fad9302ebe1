// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Decides from the length of the log when a part of it is written to the main file of the store.
///
/// SQLite begins a new log once all of the last one is in the main file. Without a pause between
/// commits, another thread never completes that: the writer has to write the rest itself.
struct CheckpointIntervals {
    /// The number of pages after which the log is written to the main file.
    ///
    /// Less than SQLite's default, because commits wait for the disk while it writes the pages
    /// (decision 0087).
    static let interval = 250
    /// The interval while commits are short.
    ///
    /// A checkpoint by the other thread, followed by one of the rest by the writer, synchronizes
    /// four times (decision 0087).
    static let intervalOfShortCommits = 1_000
    /// The maximum number of pages of a short commit.
    static let shortCommit = 64
    /// The part of an interval that the writer writes as soon as it can, as the rest of a log,
    /// because a log that begins again needs no more space in the file system.
    static let shortRests = 4
    /// The number of pages from which the writer writes the rest of the log, if it is shorter than
    /// an interval.
    static let limit = 4_000
    /// The number of pages from which the writer writes the rest of the log in any case.
    static let maximum = 2 * limit
    /// The size in bytes of the log of that length, with pages of SQLite's default size.
    static let maximumSize = maximum * 4_096

    /// An instruction to the writer of the log.
    enum Action: Equatable {
        case wait
        /// Write the log on another thread, and call `finished()`.
        case begin
        /// Write the log before the next commit.
        case complete
    }

    /// The length of the log after the last commit.
    private var length = 0
    /// The length of the log at the last attempt.
    private var attempted = 0
    private var isRunning = false
    /// Whether another thread has written a part of the log since the writer last did.
    private var canComplete = false

    /// Handles a commit, after which the log has a number of pages.
    mutating func committed(length: Int) -> Action {
        if length < self.length {
            // Another log has begun.
            (self.length, attempted, canComplete) = (0, 0, false)
        }
        let isShort = length - self.length <= Self.shortCommit
        let interval = isShort ? Self.intervalOfShortCommits : Self.interval
        self.length = length
        guard !isRunning else { return .wait }
        let rest = length - attempted
        if canComplete, length >= minimumLength(toComplete: rest, interval: interval) {
            canComplete = false
            attempted = length
            return .complete
        }
        guard rest >= interval else { return .wait }
        attempted = length
        isRunning = true
        return .begin
    }

    /// Returns the length of the log from which the writer writes a rest of it.
    private func minimumLength(toComplete rest: Int, interval: Int) -> Int {
        rest <= interval / Self.shortRests ? 0 : rest < interval ? Self.limit : Self.maximum
    }

    /// Handles the end of an attempt on another thread, also of one that failed.
    mutating func finished() {
        isRunning = false
        canComplete = true
    }
}
