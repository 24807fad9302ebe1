// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

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
