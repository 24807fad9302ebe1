// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataSync

/// Random values of few nodes, rows and times, so that they often concern the same things.
struct Generator {
    var random: SplitMix

    init(seed: UInt64) { random = SplitMix(seed: seed) }

    mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func node() -> NodeID { NodeID(rawValue: UInt64(number(1..<5))) }

    mutating func time() -> HybridTime {
        HybridTime(milliseconds: Int64(number(0..<20)), counter: UInt16(number(0..<3)))
    }

    mutating func clock() -> HybridClock {
        HybridClock(time: time(), node: node(), level: UInt8(number(0..<3)))
    }

    mutating func row() -> RowID {
        let entities = ["book", "tag", "entry", "earlier", "attachment", "part"]
        return RowID(
            entity: entities[number(0..<entities.count)],
            key: RowKey(high: UInt64(number(0..<3)), low: random.next() % 2)
        )
    }

    mutating func value() -> SyncValue {
        switch number(0..<6) {
        case 0: .null
        case 1: .integer(Int64(bitPattern: random.next()) >> Int64(number(0..<64)))
        case 2: .real([0, -0.0, .nan, .infinity, 1.5][number(0..<5)])
        case 3: .text(["", "a", "é", "e\u{301}", "long " + String(number(0..<99))][number(0..<5)])
        case 4: .bytes((0..<number(0..<5)).map { UInt8($0) })
        default: .row(row())
        }
    }

    mutating func seen() -> Seen {
        var seen = Seen()
        for _ in 0..<number(0..<4) { seen.insert(clock()) }
        return seen
    }

    mutating func field() -> FieldState {
        FieldState(clock: clock(), value: value(), seen: seen())
    }

    mutating func pairState() -> PairState {
        PairState(clock: clock(), isPresent: random.chance(0.5))
    }

    mutating func death() -> Death {
        Death(clock: clock(), seen: seen(), isPurge: random.chance(0.3))
    }

    mutating func pair(left: RowID) -> PairID {
        PairID(relation: ["tags", "unknown"][number(0..<2)], left: left, right: row())
    }

    mutating func change() -> Change {
        let row = row()
        switch number(0..<5) {
        case 0:
            var state = RowState(born: clock(), fields: [:])
            for name in ["text", "entry", "attachment", "book", "content", "name"]
            where random.chance(0.5) {
                state.fields[name] = field()
            }
            var pairs: [PairID: PairState] = [:]
            for _ in 0..<number(0..<3) { pairs[pair(left: row)] = pairState() }
            return .birth(Change.Birth(row: row, state: state, pairs: pairs))
        case 1: return .set(row, field: ["text", "star", "entry"][number(0..<3)], field())
        case 2: return .pair(pair(left: row), pairState())
        case 3: return .death(row, death())
        default:
            let larger = RowKey(high: row.key.high + 1, low: row.key.low)
            return .redirect(RowID(entity: row.entity, key: larger), to: row)
        }
    }

    mutating func object() -> LogObject {
        let start = UInt64(number(0..<300))
        var positions: [NodeID: UInt64] = [:]
        for _ in 0..<number(0..<3) { positions[node()] = UInt64(number(0..<1_000)) }
        return LogObject(
            node: node(),
            start: start,
            end: start + UInt64(number(1..<300)),
            isRewrite: random.chance(0.3),
            read: positions,
            covers: random.chance(0.3) ? positions : [:],
            changes: (0..<number(0..<6)).map { _ in change() }
        )
    }
}
