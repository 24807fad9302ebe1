// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The statistics of all entries, as they were computed last.
///
/// Any number of readers use it; each of them works with a copy.
final class StatisticsCache: Sendable {
    /// The number of values up to which a timeline is kept; decision 0131 has the memory.
    static let maximumValueCount = 500_000

    private let last = Mutex<StatisticsTimeline?>(nil)

    /// Returns the timeline at a commit.
    ///
    /// - Parameters:
    ///   - revision: The number of the commit.
    ///   - context: The context of a read, in a snapshot of the commit.
    /// - Returns: The timeline.
    /// - Throws: `StoreError` if the store cannot be read.
    func timeline(at revision: Int64, in context: ReadContext) throws -> StatisticsTimeline {
        let known = last.withLock { $0 }
        if let known, known.revision == revision { return known }
        var timeline: StatisticsTimeline?
        if let known, known.revision < revision {
            timeline = try known.updated(in: context, at: revision)
        }
        let result = try timeline ?? StatisticsTimeline(in: context, at: revision)
        last.withLock { last in
            guard result.valueCount <= Self.maximumValueCount else {
                last = nil
                return
            }
            if (last?.revision ?? 0) <= revision { last = result }
        }
        return result
    }
}
