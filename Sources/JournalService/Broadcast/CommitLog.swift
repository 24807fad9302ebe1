// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import JournalProtocol
internal import NIOCore

/// The latest commits, kept so that subscriptions which are up to date need not ask the store.
///
/// Whoever is further behind reads the store's history instead, so this may forget at any time.
struct CommitLog {
    /// How many commits are kept.
    private let capacity: Int
    /// How many bytes the commits may take, about.
    private let byteCapacity: Int
    private var commits: CircularBuffer<Commit> = []
    private var byteCount = 0
    /// The last commit that is not kept; those after it up to the head are.
    private var floor: Int64

    init(after floor: Int64, capacity: Int = 4096, byteCapacity: Int = 16 << 20) {
        self.floor = floor
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }

    /// Adds the commits up to a number; without them there is a gap, which forgets what was before.
    mutating func append(_ new: [Commit], upTo head: Int64) {
        let last = commits.last?.revision ?? floor
        if let first = new.first, first.revision == last + 1, new.last?.revision == head {
            for commit in new { push(commit) }
        } else if head > last {
            commits.removeAll()
            byteCount = 0
            floor = head
        }
    }

    /// The commits after a number, at most so many; nil when some of them are forgotten.
    ///
    /// - Complexity: O(*k*) in the commits returned.
    func commits(after position: Int64, atMost limit: Int) -> [Commit]? {
        guard position >= floor else { return nil }
        let skipped = Int(position - floor)
        guard skipped < commits.count else { return [] }
        let start = commits.index(commits.startIndex, offsetBy: skipped)
        return Array(commits[start...].prefix(limit))
    }

    private mutating func push(_ commit: Commit) {
        commits.append(commit)
        byteCount += Self.size(commit)
        while commits.count > capacity || byteCount > byteCapacity, let oldest = commits.first {
            commits.removeFirst()
            byteCount -= Self.size(oldest)
            floor = oldest.revision
        }
    }

    /// About how many bytes a commit takes.
    ///
    /// A text is there twice, as it is and as it was sent. Tags are there as the entry's, as what
    /// subscriptions filter by before and after, and as they were sent in up to three forms.
    private static func size(_ commit: Commit) -> Int {
        commit.changes.reduce(128) { size, change in
            guard let record = change.record else { return size + 1_024 }
            let tags = record.tags.reduce(0) { $0 + 16 + $1.utf8.count }
            return size + 1_024 + 2 * record.text.utf8.count + 6 * tags
        }
    }
}
