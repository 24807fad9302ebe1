// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Synchronization

/// The number of bytes that objects of one kind hold, over all connections.
///
/// Each object counts its bytes once, however many peers share it, and until it is freed: on
/// whichever thread that happens.
final class MemoryCounter: Sendable {
    private let bytes = Atomic<Int>(0)

    /// The sum.
    var value: Int { bytes.load(ordering: .relaxed) }

    func add(_ count: Int) { bytes.add(count, ordering: .relaxed) }
}

/// A part of a counter that ends with its owner.
final class MemoryCharge {
    private let counter: MemoryCounter
    /// The bytes of the owner.
    var byteCount = 0 {
        didSet { if byteCount != oldValue { counter.add(byteCount - oldValue) } }
    }

    init(in counter: MemoryCounter) { self.counter = counter }

    deinit { counter.add(-byteCount) }
}

/// The memory that the subscriptions and live lists of all connections hold, in bytes.
struct ObservationMemory: Sendable {
    /// The rows of live lists, and edits that were not sent.
    var lists = 0
    /// The rest of pages, the matches of snapshots and the revisions of items that were sent.
    var subscriptions = 0
    /// The recent commits.
    var log = 0

    /// The sum.
    var total: Int { lists + subscriptions + log }
}
