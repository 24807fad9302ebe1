// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Enumerates the cases of enums, with or without `CaseIterable`.
enum EnumCases {
    /// Returns all cases of an enum without associated values; nil for any other type.
    ///
    /// The number of cases is read from the type metadata (docs/ABI/TypeMetadata.rst: metadata
    /// begins with a kind and the address of a descriptor; the sixth and seventh words of the
    /// descriptor count the cases with and without payload). The cases are represented by the
    /// integers from zero up.
    static func all<T>(of type: T.Type) -> [T]? {
        let enumKind = 0x201
        // Unsafe: metadata is read as the ABI lays it out, and no further than its kind allows.
        let metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
        guard metadata.load(as: Int.self) == enumKind,
            let descriptor = metadata.load(
                fromByteOffset: MemoryLayout<Int>.size,
                as: UnsafeRawPointer?.self
            )
        else { return nil }
        let payloadCases = descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
        let count = Int(descriptor.load(fromByteOffset: 24, as: UInt32.self))
        guard payloadCases == 0, count > 0, MemoryLayout<T>.size <= MemoryLayout<UInt32>.size else {
            return nil
        }
        return (0..<count).map { number in
            withUnsafeBytes(of: UInt32(number).littleEndian) { $0.load(as: T.self) }
        }
    }
}
