// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The bytes of an object while it is encoded.
///
/// Numbers have as many bytes as they need. A name or node is written once and referred to by its
/// number from then on; a time is the difference from the time before it.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []
    private(set) var names: [String: Int]
    private(set) var nodes: [NodeID: Int]
    private var time: UInt64 = 0

    /// Creates no bytes.
    ///
    /// - Parameters:
    ///   - names: The names that have a number already.
    ///   - nodes: The nodes that have a number already.
    init(names: [String: Int] = [:], nodes: [NodeID: Int] = [:]) {
        self.names = names
        self.nodes = nodes
    }

    mutating func append(byte: UInt8) { bytes.append(byte) }

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a number that may be negative; small ones of both signs are short.
    mutating func append(signed number: Int64) {
        append(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    mutating func append(count: Int) { append(UInt64(count)) }

    /// Appends eight bytes, the highest first.
    mutating func append(fixed number: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    mutating func append(_ content: some Collection<UInt8>) {
        append(count: content.count)
        bytes.append(contentsOf: content)
    }

    /// Appends bytes up to the end.
    mutating func append(rest bytes: [UInt8]) { self.bytes.append(contentsOf: bytes) }

    mutating func append(name: String) {
        if let index = names[name] { return append(count: index + 1) }
        names[name] = names.count
        append(count: 0)
        append(name.utf8)
    }

    mutating func append(_ node: NodeID) {
        if let index = nodes[node] { return append(count: index + 1) }
        nodes[node] = nodes.count
        append(count: 0)
        append(fixed: node.rawValue)
    }

    mutating func append(_ time: HybridTime) {
        append(signed: Int64(bitPattern: time.rawValue &- self.time))
        self.time = time.rawValue
    }

    mutating func append(_ clock: HybridClock) {
        append(clock.time)
        append(clock.node)
        append(byte: clock.level)
    }
}
