// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The values of consecutive rows of a statement, copied so that the statement can advance.
struct RowBlock {
    /// The maximum number of rows.
    static let rowLimit = 512
    /// The number of bytes of strings and blobs at which a block is full.
    private static let byteLimit = 256 * 1_024

    fileprivate struct Cell {
        /// The integer, the bit pattern of the number, or the position of the bytes.
        let bits: Int64
        /// The number of bytes of a text or a blob.
        let length: Int32
        let storageClass: SQLiteStatement.StorageClass
    }

    private let columnCount: Int
    private var cells: [Cell] = []
    /// The strings and blobs of all rows.
    private var bytes: [UInt8] = []

    /// Creates a block without rows.
    init(columnCount: Int32) { self.columnCount = Int(columnCount) }

    private var count: Int { cells.count / columnCount }

    private var isFull: Bool { count >= Self.rowLimit || bytes.count >= Self.byteLimit }

    /// Replaces the rows by the next ones of a statement, at least one unless it has ended.
    ///
    /// - Returns: Whether the statement may have more rows.
    /// - Throws: `SQLiteError`; the rows before the error are in the block.
    mutating func fill(from statement: SQLiteStatement) throws(SQLiteError) -> Bool {
        cells.removeAll(keepingCapacity: true)
        // Without the memory of long values, which few rows may have.
        bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.byteLimit)
        while !isFull {
            guard try statement.step() else { return false }
            for column in 0..<columnCount {
                let cell = try copy(statement.field(Int32(column)))
                cells.append(cell)
            }
        }
        return true
    }

    private mutating func copy(_ field: SQLiteField) throws(SQLiteError) -> Cell {
        let (storageClass, position) = (field.storageClass, bytes.count)
        let bits: Int64
        switch storageClass {
        case .null: bits = 0
        case .integer: bits = field.integer ?? 0
        case .real: bits = Int64(bitPattern: (field.real ?? 0).bitPattern)
        case .text, .blob:
            guard let value = field.bytes else { throw .outOfMemory }
            bits = Int64(position)
            bytes.append(contentsOf: value)
        }
        // SQLite's values are shorter than 2 GiB.
        let length = Int32(bytes.count - position)
        return Cell(bits: bits, length: length, storageClass: storageClass)
    }

    /// Calls `body` with each row, which is valid during the call.
    func forEachRow(_ body: (Row) throws -> Void) rethrows {
        try cells.withUnsafeBufferPointer { cells in
            try bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<count {
                    let start = row * columnCount
                    let end = start + columnCount
                    try body(Row(cells: .init(rebasing: cells[start..<end]), bytes: bytes))
                }
            }
        }
    }

    /// A row of a block.
    struct Row {
        fileprivate var cells = UnsafeBufferPointer<Cell>(start: nil, count: 0)
        fileprivate var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

        func field(_ column: Int32) -> Field { Field(cell: cells[Int(column)], block: bytes) }
    }

    /// The value of one column in a row of a block.
    struct Field: RowField {
        fileprivate let cell: Cell
        fileprivate let block: UnsafeBufferPointer<UInt8>

        var storageClass: SQLiteStatement.StorageClass { cell.storageClass }

        var integer: Int64? { cell.storageClass == .integer ? cell.bits : nil }

        var real: Double? {
            guard cell.storageClass == .real else { return nil }
            return Double(bitPattern: UInt64(bitPattern: cell.bits))
        }

        var bytes: UnsafeBufferPointer<UInt8>? {
            switch cell.storageClass {
            case .null, .integer, .real: return nil
            case .text, .blob:
                let start = Int(cell.bits)
                return UnsafeBufferPointer(rebasing: block[start..<start + Int(cell.length)])
            }
        }
    }
}
