// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Recognises the key path to the raw value of an enum.
///
/// It is computed by each enum for itself, so no two such key paths can be compared. What can be
/// compared is what they give, for all of the enum's cases.
enum RawValueKeyPath {
    static func isRawValue<Whole, Part>(_ keyPath: KeyPath<Whole, Part>) -> Bool {
        guard let type = Whole.self as? any RawRepresentable.Type else { return false }
        return gives(rawValuesOf: type, keyPath)
    }

    private static func gives<R: RawRepresentable>(
        rawValuesOf type: R.Type,
        _ keyPath: AnyKeyPath
    ) -> Bool {
        guard let keyPath = keyPath as? KeyPath<R, R.RawValue> else { return false }
        // A stored property of a struct keeps its name.
        if String(describing: keyPath).hasSuffix(".rawValue") { return true }
        guard let cases = EnumCases.all(of: type) else { return false }
        return cases.allSatisfy { element in
            guard let raw = try? _ColumnValue(captured: element.rawValue) else { return false }
            return (try? _ColumnValue(captured: element[keyPath: keyPath])) == raw
        }
    }
}

/// The cases of enums, `CaseIterable` or not.
enum EnumCases {
    /// All cases of an enum without associated values; nil for any other type.
    ///
    /// The number of cases is read where the compiler puts it (docs/ABI/TypeMetadata.rst: metadata begins
    /// with a kind and the address of a descriptor, whose sixth and seventh words count the cases with
    /// and without payload). Their bits are the numbers from zero on.
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
