// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Enumerates the cases of enums, with or without `CaseIterable`.
///
/// Not `allCases` for an enum that has it, because a program may declare it without some cases.
enum EnumCases {
    /// Whether metadata has the layout that this type reads; checked once.
    static let isSupported =
        reads(Letter.self, as: [.a, .b, .c]) && reads(Single.self, as: [.only])
        && reads(Payload.self, as: nil) && reads(Bool?.self, as: nil) && reads(Int.self, as: nil)
        && firstCase(of: Letter.self) == .a

    /// Returns all cases of an enum without associated values; nil for any other type.
    static func all<T>(of type: T.Type) -> [T]? { isSupported ? read(type) : nil }

    /// Returns whether the cases of a type are read as expected.
    static func reads<T: Equatable>(_ type: T.Type, as expected: [T]?) -> Bool {
        read(type) == expected
    }

    /// Returns the cases of an enum without associated values.
    ///
    /// The number of cases is read from the type metadata (docs/ABI/TypeMetadata.rst: metadata
    /// begins with a kind and the address of a descriptor; the sixth and seventh words of the
    /// descriptor count the cases with and without payload). The cases are represented by the
    /// integers from zero up.
    private static func read<T>(_ type: T.Type) -> [T]? {
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

    /// Whether the type is an enum without associated values that represents its first case by
    /// zeros, or another type of one byte without references.
    static func isPlainEnum<T>(_ type: T.Type) -> Bool {
        _isPOD(type) && MemoryLayout<T>.size <= 1
    }

    /// Returns the first case of an enum without associated values, which has all bits zero.
    static func firstCase<T>(of type: T.Type) -> T? {
        guard isPlainEnum(type) else { return nil }
        return withUnsafeTemporaryAllocation(
            byteCount: max(1, MemoryLayout<T>.size),
            alignment: MemoryLayout<T>.alignment
        ) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            return bytes.load(as: T.self)
        }
    }

    // MARK: Samples

    private enum Letter: String {
        case a, b, c
    }

    private enum Single {
        case only
    }

    private enum Payload: Equatable {
        case number(Int)
        case none
    }
}
