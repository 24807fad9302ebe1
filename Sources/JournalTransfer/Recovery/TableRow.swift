// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The readable part of a row of a table.
struct TableRow {
    /// A value of a column.
    enum Value: Equatable {
        case null
        case integer(Int64)
        case real(Double)
        case text([UInt8])
        case blob([UInt8])
    }

    /// The key of the row.
    let key: Int64
    /// The values of the columns; those that are missing are null.
    private(set) var values: [Value]
    /// The types of the columns in the file format.
    let types: [Int]
    /// The number of bytes of the last values that are missing.
    let missingCount: Int
    /// Whether values were decrypted, so that each is complete or null.
    private(set) var isOpened = false

    /// Reads a cell of a leaf; nil if it contains no row.
    ///
    /// The pages of a long row form a chain; where it breaks, the row ends.
    init?(at cell: Int, of page: TreePage, in file: DatabaseFile) {
        var offset = cell
        guard page.kind == .leafTable,
            let length = page.bytes.variableInteger(at: &offset), length > 0,
            length <= Int64(file.pageCount) * Int64(file.pageSize),
            let key = page.bytes.variableInteger(at: &offset)
        else { return nil }
        let local = Self.localLength(Int(length), usable: file.usableSize)
        guard offset + local + (local < length ? 4 : 0) <= page.bytes.count else { return nil }
        var payload = Array(page.bytes[offset..<offset + local])
        if local < length {
            var pages = 0
            var next = page.bytes.integer(at: offset + local, width: 4) ?? 0
            let limit = Int(length) / (file.usableSize - 4) + 1
            while payload.count < Int(length), next > 1, pages < limit,
                let bytes = file.page(next)
            {
                pages += 1
                let rest = min(Int(length) - payload.count, file.usableSize - 4)
                payload += bytes[4..<4 + rest]
                next = bytes.integer(at: 0, width: 4) ?? 0
            }
        }
        guard let types = Self.types(payload, length: Int(length)) else { return nil }
        self.key = key
        self.types = types.list
        values = Self.values(payload, types: types)
        missingCount = Int(length) - payload.count
    }

    /// Reads a cell of an index, which ends with the key of the row; returns `nil` without a key.
    ///
    /// Long cells, which continue on other pages, are not read.
    init?(at cell: Int, ofIndex page: TreePage) {
        var offset = cell + (page.kind == .interiorIndex ? 4 : 0)
        guard page.kind == .leafIndex || page.kind == .interiorIndex,
            let length = page.bytes.variableInteger(at: &offset),
            length > 0, length < 256, offset + Int(length) <= page.bytes.count
        else { return nil }
        let payload = Array(page.bytes[offset..<offset + Int(length)])
        guard let types = Self.types(payload, length: Int(length)) else { return nil }
        self.types = types.list
        values = Self.values(payload, types: types)
        missingCount = 0
        guard case .integer(let key)? = values.last else { return nil }
        self.key = key
    }

    /// Returns the strings of a row in a table without row keys, which is stored like an index;
    /// `nil` for another cell, or a cell that continues on other pages.
    static func texts(at cell: Int, ofIndex page: TreePage) -> [String]? {
        var offset = cell + (page.kind == .interiorIndex ? 4 : 0)
        guard page.kind == .leafIndex || page.kind == .interiorIndex,
            let length = page.bytes.variableInteger(at: &offset),
            length > 0, length <= page.bytes.count - offset
        else { return nil }
        let payload = Array(page.bytes[offset..<offset + Int(length)])
        guard let types = types(payload, length: Int(length)) else { return nil }
        return values(payload, types: types).compactMap { value in
            guard case .text(let bytes) = value else { return nil }
            return String(validating: bytes, as: UTF8.self)
        }
    }

    /// Returns the number of bytes of a row that are in the leaf itself.
    private static func localLength(_ length: Int, usable: Int) -> Int {
        let most = usable - 35
        guard length > most else { return length }
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + (length - least) % (usable - 4)
        return fitting <= most ? fitting : least
    }

    /// Decodes the types of the values of a row; nil if they contradict the length of the row.
    private static func types(_ payload: [UInt8], length: Int) -> (list: [Int], start: Int)? {
        var offset = 0
        guard let header = payload.variableInteger(at: &offset).map({ Int(clamping: $0) }),
            header >= offset, header <= payload.count
        else { return nil }
        var types: [Int] = []
        var sum = header
        while offset < header {
            guard let type = payload.variableInteger(at: &offset), type >= 0, type < 1 << 40 else {
                return nil
            }
            types.append(Int(type))
            sum += Self.length(of: Int(type))
        }
        return offset == header && sum == length ? (types, header) : nil
    }

    /// Decodes the values of a row; a text or a blob may be cut.
    private static func values(_ payload: [UInt8], types: (list: [Int], start: Int)) -> [Value] {
        var offset = types.start
        return types.list.map { type in
            let count = length(of: type)
            defer { offset += count }
            return value(type, from: Array(payload[min(offset, payload.count)...].prefix(count)))
        }
    }

    private static func length(of type: Int) -> Int {
        switch type {
        case 1...4: type
        case 5: 6
        case 6, 7: 8
        case 12...: (type - 12) / 2
        default: 0
        }
    }

    private static func value(_ type: Int, from bytes: [UInt8]) -> Value {
        switch type {
        case 1...6:
            guard let first = bytes.first, bytes.count == length(of: type) else { return .null }
            let start: Int64 = first & 0x80 == 0 ? 0 : -1
            return .integer(bytes.reduce(start) { $0 << 8 | Int64($1) })
        case 7:
            guard bytes.count == 8 else { return .null }
            return .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
        case 8: return .integer(0)
        case 9: return .integer(1)
        case 12... where type % 2 == 0: return .blob(bytes)
        case 13...: return .text(bytes)
        default: return .null
        }
    }
}

extension TableRow {
    /// Returns the row with decrypted values; those that are damaged become null.
    func opened(_ table: StoreTable, using sealed: any SealedValues) -> TableRow {
        var row = self
        row.isOpened = true
        for (column, name) in table.secretColumns {
            guard case .blob(let bytes) = values[column] else { continue }
            let place = SealedValuePlace(table: table.rawValue, column: name, key: key)
            row.values[column] =
                switch sealed.open(bytes, at: place) {
                case .text(let text)?: .text(Array(text.utf8))
                case .bytes(let bytes)?: .blob(bytes)
                case nil: .null
                }
        }
        return row
    }

    /// Returns the text in a column; nil for another type or invalid UTF-8.
    func text(_ column: Int) -> String? {
        guard case .text(let bytes) = values[column] else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns the integer in a column; nil for another type.
    func integer(_ column: Int) -> Int64? {
        guard case .integer(let value) = values[column] else { return nil }
        return value
    }

    /// Returns the number in a column; SQLite stores whole numbers as integers.
    func number(_ column: Int) -> Double? {
        switch values[column] {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }
}
