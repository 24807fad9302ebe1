// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import SwiftData
internal import SwiftDataSync

/// The values of attributes in the forms of the store and of the merge.
enum ColumnCoding {
    /// Returns the form of the merge.
    static func syncValue(_ columns: [_ColumnValue]) -> SyncValue {
        let values = columns.map { column -> SyncValue in
            switch column {
            case .null: .null
            case .integer(let number): .integer(number)
            case .real(let number): .real(number)
            case .text(let text): .text(text)
            case .blob(let data): .bytes(Array(data))
            }
        }
        return values.count == 1 ? values[0] : .list(values)
    }

    /// Returns the form of the store; nil if the columns cannot have the value.
    static func columns(_ value: SyncValue, types: [_ColumnType]) -> [_ColumnValue]? {
        let values = types.count == 1 ? [value] : value.list ?? []
        guard values.count == types.count else { return nil }
        var columns: [_ColumnValue] = []
        for (value, type) in zip(values, types) {
            guard let column = column(value, type: type) else { return nil }
            columns.append(column)
        }
        return columns
    }

    private static func column(_ value: SyncValue, type: _ColumnType) -> _ColumnValue? {
        switch (value, type.kind) {
        case (.null, _): type.isOptional ? .null : nil
        case (.integer(let number), .bool), (.integer(let number), .integer),
            (.integer(let number), .unsigned64):
            .integer(number)
        case (.real(let bits), .float), (.real(let bits), .double), (.real(let bits), .date):
            Double(bitPattern: bits).isNaN ? nil : .real(Double(bitPattern: bits))
        case (.text(let text), .decimal), (.text(let text), .text), (.text(let text), .url),
            (.text(let text), .uuid), (.text(let text), .json):
            .text(text)
        case (.bytes(let bytes), .data), (.bytes(let bytes), .json): .blob(Data(bytes))
        default: nil
        }
    }
}

extension RowKey {
    /// Creates the key of a UUID in the form of the store; nil if it is none.
    init?(_ value: StoredValue?) {
        guard case .columns(let columns)? = value, columns.count == 1 else { return nil }
        self.init(columns[0])
    }

    /// Creates the key of a UUID in the form of the store; nil if it is none.
    init?(_ column: _ColumnValue?) {
        guard case .text(let text)? = column, let uuid = UUID(canonicalText: text) else {
            return nil
        }
        self = withUnsafeBytes(of: uuid.uuid) { bytes in
            let high = bytes.loadUnaligned(as: UInt64.self)
            let low = bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
            return RowKey(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
        }
    }

    /// The UUID in the form of the store.
    var storedValue: StoredValue {
        var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &uuid) { bytes in
            bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return .columns([.text(UUID(uuid: uuid).canonicalText)])
    }
}
