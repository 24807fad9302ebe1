// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The state of a row as a record: what the store does not show of it.
///
/// It has the clock of the row's birth and the differences of its fields: clocks that differ from
/// that one, and values that differ from the shown ones. A row that was never changed needs 11
/// bytes.
package struct RowRecord: Hashable, Sendable {
    /// The differences of a field; nil for each part that is equal.
    struct Difference: Hashable, Sendable {
        var clock: HybridClock?
        var seen = Seen()
        var value: SyncValue?
        /// Whether the store shows a value, and the row has none.
        var isAbsent = false

        var isEmpty: Bool { self == Difference() }
    }

    let born: HybridClock
    /// Whether nothing is taken from the store.
    let isComplete: Bool
    let differences: [String: Difference]

    init(born: HybridClock, isComplete: Bool, differences: [String: Difference]) {
        self.born = born
        self.isComplete = isComplete
        self.differences = differences
    }

    /// Creates the record of a row.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - shown: The values that the store shows; nil if it does not show the row.
    ///   - kept: The fields with values that are recorded also if the store shows them.
    package init(state: RowState, shown: [String: SyncValue]?, keeping kept: Set<String> = []) {
        born = state.born
        isComplete = shown == nil
        var differences: [String: Difference] = [:]
        for (name, field) in state.fields {
            let isShown = shown?[name] == field.value && !kept.contains(name)
            let difference = Difference(
                clock: field.clock == state.born ? nil : field.clock,
                seen: field.seen,
                value: isShown ? nil : field.value
            )
            if !difference.isEmpty { differences[name] = difference }
        }
        for name in shown?.keys ?? [:].keys where state.fields[name] == nil {
            differences[name] = Difference(isAbsent: true)
        }
        self.differences = differences
    }

    /// Returns the state of the row.
    ///
    /// - Parameter shown: The values that the store shows.
    /// - Returns: The state.
    package func state(shown: [String: SyncValue]?) -> RowState {
        var state = RowState(born: born, fields: [:])
        if !isComplete {
            for (name, value) in shown ?? [:] {
                state.fields[name] = FieldState(clock: born, value: value)
            }
        }
        for (name, difference) in differences {
            guard !difference.isAbsent else {
                state.fields[name] = nil
                continue
            }
            // The store may have lost a field that a later schema does not have.
            let value = difference.value ?? state.fields[name]?.value ?? .null
            state.fields[name] = FieldState(
                clock: difference.clock ?? born,
                value: value,
                seen: difference.seen
            )
        }
        return state
    }

    /// The values that the record has.
    var values: [String: SyncValue] { differences.compactMapValues(\.value) }
}

extension ByteWriter {
    mutating func append(_ record: RowRecord) {
        append(record.born)
        guard record.isComplete || !record.differences.isEmpty else { return }
        append(byte: record.isComplete ? 1 : 0)
        for (name, difference) in record.differences.sorted(by: { $0.key < $1.key }) {
            append(name: name)
            append(difference)
        }
    }

    private mutating func append(_ difference: RowRecord.Difference) {
        let flags: [UInt8] = [
            difference.clock == nil ? 0 : 1, difference.seen.isEmpty ? 0 : 2,
            difference.value == nil ? 0 : 4, difference.isAbsent ? 8 : 0,
        ]
        append(byte: flags.reduce(0, |))
        if let clock = difference.clock { append(clock) }
        if !difference.seen.isEmpty { append(difference.seen) }
        if let value = difference.value { append(value) }
    }
}

extension ByteReader {
    mutating func rowRecord() throws(SyncError) -> RowRecord {
        let born = try clock()
        let isComplete = isAtEnd ? false : try boolean()
        var differences: [String: RowRecord.Difference] = [:]
        while !isAtEnd { differences[try name()] = try difference() }
        return RowRecord(born: born, isComplete: isComplete, differences: differences)
    }

    private mutating func difference() throws(SyncError) -> RowRecord.Difference {
        let flags = try byte()
        guard flags < 16 else { throw damaged("unknown flags \(flags)") }
        var difference = RowRecord.Difference(isAbsent: flags & 8 != 0)
        if flags & 1 != 0 { difference.clock = try clock() }
        if flags & 2 != 0 { difference.seen = try seen() }
        if flags & 4 != 0 { difference.value = try value() }
        return difference
    }
}
