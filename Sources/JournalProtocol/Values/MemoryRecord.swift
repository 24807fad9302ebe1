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

extension MemoryRecord: JSONConvertible {
    package init(json: JSON) throws(InvalidParams) {
        let fields = try JSONFields(json)
        self.init(
            requests: try fields.optional("requests") ?? 0,
            output: try fields.optional("output") ?? 0,
            lists: try fields.optional("lists") ?? 0,
            subscriptions: try fields.optional("subscriptions") ?? 0,
            changes: try fields.optional("changes") ?? 0
        )
    }

    package var json: JSON {
        var object = JSONObject()
        for part in parts { object.append(part.name, part.byteCount) }
        return .object(object)
    }
}
