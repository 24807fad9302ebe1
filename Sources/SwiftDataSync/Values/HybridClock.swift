// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The random number of a machine's log.
///
/// A machine that finds its store restored or copied continues with a new number.
package struct NodeID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number.
    package let rawValue: UInt64

    /// Creates the identifier of a number.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Orders nodes by their numbers.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Milliseconds since 1970 in 48 bits and a counter in 16, which continues into the milliseconds.
package struct HybridTime: RawRepresentable, Hashable, Comparable, Sendable {
    /// The milliseconds and the counter in one number.
    package let rawValue: UInt64

    /// Creates a time from its two parts in one number.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates a time; milliseconds outside of 48 bits become the nearest ones.
    package init(milliseconds: Int64, counter: UInt16 = 0) {
        let limited = UInt64(min(max(milliseconds, 0), 0xFFFF_FFFF_FFFF))
        rawValue = limited << 16 | UInt64(counter)
    }

    /// The milliseconds since 1970.
    package var milliseconds: Int64 { Int64(rawValue >> 16) }
    /// The number of the time within its millisecond.
    package var counter: UInt16 { UInt16(truncatingIfNeeded: rawValue) }
    /// The time that follows at once; the last one is followed by itself.
    package var successor: HybridTime {
        HybridTime(rawValue: rawValue == .max ? .max : rawValue + 1)
    }

    /// Orders times by milliseconds, then by counter.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The time of a change, which orders all changes of a field, a pair or a row.
package struct HybridClock: Hashable, Comparable, Sendable {
    /// The time by the clock of the machine, or later than the clocks that the change follows.
    package let time: HybridTime
    /// The machine that wrote.
    package let node: NodeID
    /// 0 for what people write; a repair has the clock of its cause, one level up.
    package let level: UInt8

    /// Creates a clock.
    package init(time: HybridTime, node: NodeID, level: UInt8 = 0) {
        self.time = time
        self.node = node
        self.level = level
    }

    /// The clock of a repair of the change with this clock, the same on all machines.
    package var repaired: HybridClock {
        HybridClock(time: time, node: node, level: level == .max ? .max : level + 1)
    }

    /// Orders clocks by time, then by node, then by level.
    package static func < (left: Self, right: Self) -> Bool {
        (left.time, left.node, left.level) < (right.time, right.node, right.level)
    }
}

/// The clocks of one node, each later than the last.
package struct ClockSource: Hashable, Sendable {
    /// The node of new clocks.
    package var node: NodeID
    /// The time of the last clock.
    package private(set) var last: HybridTime

    /// Creates the clocks of a node.
    package init(node: NodeID, last: HybridTime = HybridTime(rawValue: 0)) {
        self.node = node
        self.last = last
    }

    /// Returns the clock of a change.
    ///
    /// - Parameters:
    ///   - milliseconds: The time of the change by the clock of the machine.
    ///   - clocks: The clocks that the change follows.
    /// - Returns: A clock that is later than all of them, and than the last one of this node.
    package mutating func next(
        at milliseconds: Int64,
        after clocks: [HybridClock] = []
    ) -> HybridClock {
        let own = HybridTime(milliseconds: milliseconds)
        let latest = clocks.reduce(last) { max($0, $1.time) }
        last = own > latest ? own : latest.successor
        return HybridClock(time: last, node: node)
    }
}
