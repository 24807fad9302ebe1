// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension SyncValue {
    /// Creates one value of several, such as those of an attribute with several columns.
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
