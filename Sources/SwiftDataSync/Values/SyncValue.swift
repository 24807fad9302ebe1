// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The value of a field.
///
/// Two values are equal if their encodings are: a text is compared by bytes and not by characters,
/// a number by bits, so that all machines come to the same bytes.
package enum SyncValue: Sendable {
    /// No value.
    case null
    /// An integer, also for Booleans.
    case integer(Int64)
    /// The bits of a floating-point number, also for dates.
    case real(bits: UInt64)
    /// A text.
    case text(String)
    /// Bytes.
    case bytes([UInt8])
    /// Another row.
    case row(RowID)

    /// A floating-point number.
    package static func real(_ value: Double) -> SyncValue { .real(bits: value.bitPattern) }

    /// A date, as the seconds since 2001 that a store has.
    static func date(_ time: HybridTime) -> SyncValue {
        .real(Double(time.milliseconds) / 1_000 - 978_307_200)
    }

    /// The row, if the value is one.
    package var row: RowID? {
        if case .row(let id) = self { id } else { nil }
    }

    /// The text, if the value is one.
    package var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// The encoding of the value alone.
    package var encoded: [UInt8] {
        var writer = ByteWriter()
        writer.append(self)
        return writer.bytes
    }
}

extension SyncValue: Hashable {
    /// Compares encodings.
    package static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.row(let left), .row(let right)): left == right
        default: false
        }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}

extension SyncValue: Comparable {
    /// Orders values by encoding, for two writes with one clock.
    package static func < (left: Self, right: Self) -> Bool {
        left.encoded.lexicographicallyPrecedes(right.encoded)
    }
}

extension SyncValue {
    /// The key of a row that the value identifies, the same on all machines.
    package var rowKey: RowKey { StableHash.hash(encoded) }

    /// Creates one value of several, such as the columns of one attribute.
    package static func list(_ values: [SyncValue]) -> SyncValue {
        var writer = ByteWriter()
        for value in values { writer.append(value) }
        return .bytes(writer.bytes)
    }

    /// The values of a list; nil if the value is none.
    package var list: [SyncValue]? {
        guard case .bytes(let bytes) = self else { return nil }
        var reader = ByteReader(bytes)
        var values: [SyncValue] = []
        while !reader.isAtEnd {
            guard let value = try? reader.value() else { return nil }
            values.append(value)
        }
        return values
    }
}
