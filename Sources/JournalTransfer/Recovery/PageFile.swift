// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A file that can be read at any offset.
package protocol PageFile {
    /// The size in bytes.
    var size: Int { get }

    /// Returns bytes of the file; fewer at its end or where it cannot be read.
    func bytes(at offset: Int, count: Int) -> [UInt8]
}

extension [UInt8] {
    /// Returns a number of bytes as an unsigned integer, most significant byte first; nil outside
    /// of the array.
    func integer(at offset: Int, width: Int) -> Int? {
        guard offset >= 0, offset + width <= count else { return nil }
        return self[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
    }

    /// Reads an integer of variable length of SQLite, and moves the offset behind it.
    func variableInteger(at offset: inout Int) -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard offset >= 0, offset < count else { return nil }
            let byte = self[offset]
            offset += 1
            if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte & 0x80 == 0 { return Int64(bitPattern: value) }
        }
        return nil
    }
}
