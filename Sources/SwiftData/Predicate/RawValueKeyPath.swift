// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Recognizes key paths to the raw value of an enum.
///
/// Each enum computes `rawValue` itself, so these key paths do not compare equal. Instead, the
/// results of the key path are compared with the raw values for all cases of the enum.
enum RawValueKeyPath {
    static func isRawValue<Whole, Part>(_ keyPath: KeyPath<Whole, Part>) -> Bool {
        guard let type = Whole.self as? any RawRepresentable.Type else { return false }
        return returnsRawValues(of: type, keyPath)
    }

    private static func returnsRawValues<R: RawRepresentable>(
        of type: R.Type,
        _ keyPath: AnyKeyPath
    ) -> Bool {
        guard let keyPath = keyPath as? KeyPath<R, R.RawValue> else { return false }
        // The description of a key path names stored properties of structs.
        if String(describing: keyPath).hasSuffix(".rawValue") { return true }
        guard let cases = EnumCases.all(of: type) else { return false }
        return cases.allSatisfy { element in
            guard let raw = try? _ColumnValue(captured: element.rawValue) else { return false }
            return (try? _ColumnValue(captured: element[keyPath: keyPath])) == raw
        }
    }
}

/// Enumerates the cases of enums, with or without `CaseIterable`.
enum EnumCases {
    /// Returns all cases of an enum without associated values; nil for any other type.
    ///
    /// The number of cases is read from the type metadata (docs/ABI/TypeMetadata.rst: metadata
    /// begins with a kind and the address of a descriptor, whose sixth and seventh words count the
    /// cases with and without payload). The cases are represented by the integers from zero up.
    static func all<T>(of type: T.Type) -> [T]? {
        let enumKind = 0x201
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
