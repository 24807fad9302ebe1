// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The content that the author of a change had before them: for each node, its latest piece.
///
/// It is empty while one machine writes a row. A piece of content is named by the clock of its
/// writing; a later piece of a node covers the node's earlier ones.
package struct Seen: Hashable, Sendable {
    /// The time of the latest piece of each node.
    package private(set) var times: [NodeID: HybridTime]

    /// Creates the set of the pieces up to a time of each node.
    package init(_ times: [NodeID: HybridTime] = [:]) { self.times = times }

    /// Whether no piece is covered.
    package var isEmpty: Bool { times.isEmpty }

    /// Returns whether a piece is covered; the level of its clock does not matter.
    package func covers(_ piece: HybridClock) -> Bool {
        times[piece.node].map { $0 >= piece.time } ?? false
    }

    /// Returns whether everything that another set covers is covered.
    package func isSuperset(of other: Seen) -> Bool {
        other.times.allSatisfy { node, time in times[node].map { $0 >= time } ?? false }
    }

    /// Adds a piece.
    package mutating func insert(_ piece: HybridClock) {
        times[piece.node] = max(times[piece.node] ?? piece.time, piece.time)
    }

    /// Adds all pieces of another set.
    package mutating func formUnion(_ other: Seen) {
        times.merge(other.times) { max($0, $1) }
    }

    /// Returns the set with a piece added.
    package func inserting(_ piece: HybridClock) -> Seen {
        var result = self
        result.insert(piece)
        return result
    }

    /// Returns the pieces of both sets.
    package func union(_ other: Seen) -> Seen {
        var result = self
        result.formUnion(other)
        return result
    }
}
