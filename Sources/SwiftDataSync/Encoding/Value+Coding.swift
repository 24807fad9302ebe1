// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension ByteWriter {
    mutating func append(_ row: RowID) {
        append(name: row.entity)
        append(fixed: row.key.high)
        append(fixed: row.key.low)
    }

    mutating func append(_ value: SyncValue) {
        switch value {
        case .null: append(byte: 0)
        case .integer(let number):
            append(byte: 1)
            append(signed: number)
        case .real(let bits):
            append(byte: 2)
            append(fixed: bits)
        case .text(let text):
            append(byte: 3)
            append(text.utf8)
        case .bytes(let bytes):
            append(byte: 4)
            append(bytes)
        case .row(let row):
            append(byte: 5)
            append(row)
        }
    }

    mutating func append(_ seen: Seen) {
        append(count: seen.times.count)
        for (node, time) in seen.times.sorted(by: { $0.key < $1.key }) {
            append(node)
            append(time)
        }
    }

    mutating func append(positions: [NodeID: UInt64]) {
        append(count: positions.count)
        for (node, position) in positions.sorted(by: { $0.key < $1.key }) {
            append(node)
            append(position)
        }
    }

    mutating func append(_ field: FieldState) {
        append(field.clock)
        append(field.value)
        append(field.seen)
    }

    mutating func append(_ pair: PairState) {
        append(pair.clock)
        append(byte: pair.isPresent ? 1 : 0)
    }

    mutating func append(_ death: Death) {
        append(death.clock)
        append(death.seen)
        append(byte: death.isPurge ? 1 : 0)
    }
}

extension ByteReader {
    mutating func row() throws(SyncError) -> RowID {
        let entity = try name()
        return RowID(
            entity: entity,
            key: RowKey(high: try fixedNumber(), low: try fixedNumber())
        )
    }

    mutating func value() throws(SyncError) -> SyncValue {
        switch try byte() {
        case 0: .null
        case 1: .integer(try signedNumber())
        case 2: .real(bits: try fixedNumber())
        case 3: .text(try text())
        case 4: .bytes(try content())
        case 5: .row(try row())
        case let kind: throw damaged("value of the unknown kind \(kind)")
        }
    }

    mutating func boolean() throws(SyncError) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        case let byte: throw damaged("\(byte) instead of 0 or 1")
        }
    }

    mutating func seen() throws(SyncError) -> Seen {
        var times: [NodeID: HybridTime] = [:]
        var last: NodeID?
        for _ in 0..<(try count()) {
            let node = try node()
            try expect(node, after: last)
            times[node] = try hybridTime()
            last = node
        }
        return Seen(times)
    }

    mutating func positions() throws(SyncError) -> [NodeID: UInt64] {
        var positions: [NodeID: UInt64] = [:]
        var last: NodeID?
        for _ in 0..<(try count()) {
            let node = try node()
            try expect(node, after: last)
            positions[node] = try number()
            last = node
        }
        return positions
    }

    mutating func field() throws(SyncError) -> FieldState {
        FieldState(clock: try clock(), value: try value(), seen: try seen())
    }

    mutating func pairState() throws(SyncError) -> PairState {
        PairState(clock: try clock(), isPresent: try boolean())
    }

    mutating func death() throws(SyncError) -> Death {
        Death(clock: try clock(), seen: try seen(), isPurge: try boolean())
    }

    /// Throws if an element does not follow the previous one in order.
    func expect<Element: Comparable>(
        _ element: Element,
        after last: Element?
    ) throws(SyncError) {
        if let last, element <= last { throw damaged("elements out of order") }
    }
}
