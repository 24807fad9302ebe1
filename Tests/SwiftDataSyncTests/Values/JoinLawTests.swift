// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

/// The laws of joins, on generated values: the order and the number of deliveries do not matter.
struct JoinLawTests {
    private static let cases: Range<UInt64> = 0..<400

    private func checkJoin<Value: Equatable>(
        _ join: (Value, Value) -> Value,
        of values: (inout Generator) -> Value
    ) {
        for seed in Self.cases {
            var generator = Generator(seed: seed)
            let (a, b, c) = (values(&generator), values(&generator), values(&generator))
            #expect(join(a, a) == a, "seed \(seed)")
            #expect(join(a, b) == join(b, a), "seed \(seed)")
            #expect(join(join(a, b), c) == join(a, join(b, c)), "seed \(seed)")
            #expect(join(join(a, b), b) == join(a, b), "seed \(seed)")
        }
    }

    @Test func seenContentJoins() {
        checkJoin({ $0.union($1) }, of: { $0.seen() })
    }

    @Test func fieldsJoin() {
        checkJoin({ $0.joined(with: $1) }, of: { $0.field() })
    }

    @Test func pairsJoin() {
        checkJoin({ $0.joined(with: $1) }, of: { $0.pairState() })
    }

    @Test func deletionsJoin() {
        checkJoin({ $0.joined(with: $1) }, of: { $0.death() })
    }

    @Test func redirectsJoin() throws {
        let schema = try SyncSchema.journal()
        for seed in Self.cases {
            var generator = Generator(seed: seed)
            let keys = (0..<6).map { _ in UInt64(generator.number(0..<8)) }
            let rows = keys.map { RowID(entity: "book", key: RowKey(high: 0, low: $0)) }
            let redirects = zip(rows, rows.dropFirst()).map { ($0, $1) }
            var one = ReplicaState(schema: schema)
            for (row, target) in redirects { _ = one.redirect(row, to: target) }
            var other = ReplicaState(schema: schema)
            for (row, target) in (redirects + redirects).shuffled(using: &generator.random) {
                _ = other.redirect(row, to: target)
            }
            #expect(one.redirects.entries == other.redirects.entries, "seed \(seed)")
            #expect(rows.allSatisfy { one.resolve($0) <= $0 }, "seed \(seed)")
        }
    }

    @Test func seenContentOnlyGrows() {
        for seed in Self.cases {
            var generator = Generator(seed: seed)
            let (a, b) = (generator.seen(), generator.seen())
            let piece = generator.clock()
            #expect(a.union(b).isSuperset(of: a) && a.union(b).isSuperset(of: b))
            #expect(a.inserting(piece).isSuperset(of: a))
            #expect(a.inserting(piece).covers(piece))
            let (field, other) = (generator.field(), generator.field())
            #expect(field.joined(with: other).seen.isSuperset(of: other.seen))
        }
    }

    @Test func ofTwoWritingsExactlyOneWins() {
        for seed in Self.cases {
            var generator = Generator(seed: seed)
            let (a, b) = (generator.field(), generator.field())
            let isSame = a.clock == b.clock && a.value == b.value
            #expect(a.wins(over: b) != b.wins(over: a) || isSame, "seed \(seed)")
        }
    }

    @Test func valuesAreComparedByTheirEncodings() {
        #expect(SyncValue.text("é") != .text("e\u{301}"))
        #expect(SyncValue.real(.nan) == .real(.nan))
        #expect(SyncValue.real(0) != .real(-0.0))
        for seed in Self.cases {
            var generator = Generator(seed: seed)
            let (a, b) = (generator.value(), generator.value())
            #expect((a == b) == (a.encoded == b.encoded))
            #expect(a == b || (a < b) != (b < a))
        }
    }
}
