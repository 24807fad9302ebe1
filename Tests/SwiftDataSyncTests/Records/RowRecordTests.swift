// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import SwiftDataSync

struct RowRecordTests {
    private static let names = ["book", "name", "star", "text"]

    private static func bytes(of record: RowRecord, in table: inout RecordTable) -> [UInt8] {
        table.encode { $0.append(record) }
    }

    private static func state(using generator: inout Generator) -> RowState {
        let born = generator.clock()
        var state = RowState(born: born, fields: [:])
        for name in names where generator.number(0..<5) > 0 {
            var field = generator.field()
            if generator.number(0..<3) > 0 { field.clock = born }
            state.fields[name] = field
        }
        return state
    }

    private static func shown(
        _ state: RowState,
        using generator: inout Generator
    ) -> [String: SyncValue]? {
        guard generator.number(0..<4) > 0 else { return nil }
        var shown = state.fields.mapValues(\.value)
        for name in names where generator.number(0..<4) == 0 { shown[name] = generator.value() }
        for name in names where generator.number(0..<6) == 0 { shown[name] = nil }
        return shown
    }

    @Test func aRowIsWhatItsRecordAndTheStoreShow() throws {
        var table = RecordTable()
        for seed in 0..<UInt64(2_000) {
            var generator = Generator(seed: seed)
            let state = Self.state(using: &generator)
            let shown = Self.shown(state, using: &generator)
            let kept: Set<String> = generator.number(0..<2) == 0 ? ["book"] : []
            let record = RowRecord(state: state, shown: shown, keeping: kept)
            let bytes = Self.bytes(of: record, in: &table)
            var reader = table.reader(of: bytes)
            let read = try reader.rowRecord()
            #expect(read == record, "seed \(seed)")
            #expect(read.state(shown: shown) == state, "seed \(seed)")
        }
    }

    @Test func aRowThatWasNeverChangedNeedsFewBytes() {
        let time = HybridTime(milliseconds: 1_795_000_000_000)
        let clock = HybridClock(time: time, node: NodeID(rawValue: .max))
        let values: [String: SyncValue] = ["text": .text("text"), "star": .integer(0)]
        let fields = values.mapValues { FieldState(clock: clock, value: $0) }
        let record = RowRecord(state: RowState(born: clock, fields: fields), shown: values)
        var table = RecordTable()
        #expect(Self.bytes(of: record, in: &table).count == 11)
    }
}
