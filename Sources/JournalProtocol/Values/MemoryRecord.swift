// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The memory that the daemon uses for its clients, in bytes.
package struct MemoryRecord: Sendable, Equatable {
    /// The requests that are incomplete or unanswered.
    package var requests: Int
    /// The replies and notifications that were not accepted yet.
    package var output: Int
    /// The rows of live lists.
    package var lists: Int
    /// The data that subscriptions keep beside their positions.
    package var subscriptions: Int
    /// The recent commits, for subscriptions and lists.
    package var changes: Int

    /// Creates a record, with parts that default to zero.
    package init(
        requests: Int = 0,
        output: Int = 0,
        lists: Int = 0,
        subscriptions: Int = 0,
        changes: Int = 0
    ) {
        self.requests = requests
        self.output = output
        self.lists = lists
        self.subscriptions = subscriptions
        self.changes = changes
    }

    /// The sum.
    package var total: Int { requests + output + lists + subscriptions + changes }

    /// The parts by their names.
    package var parts: [(name: String, byteCount: Int)] {
        [
            ("requests", requests), ("output", output), ("lists", lists),
            ("subscriptions", subscriptions), ("changes", changes),
        ]
    }
}

extension MemoryRecord: ProtocolObject {
    package init(_ fields: inout some ObjectFields<Self>) throws(InvalidParams) {
        requests = try fields.sent("requests", \.requests, ifAbsent: 0)
        output = try fields.sent("output", \.output, ifAbsent: 0)
        lists = try fields.sent("lists", \.lists, ifAbsent: 0)
        subscriptions = try fields.sent("subscriptions", \.subscriptions, ifAbsent: 0)
        changes = try fields.sent("changes", \.changes, ifAbsent: 0)
    }
}
