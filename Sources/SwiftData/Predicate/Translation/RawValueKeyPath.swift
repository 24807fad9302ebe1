// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Recognizes key paths to the raw value of an enum.
///
/// Each enum computes `rawValue` itself, so these key paths do not compare equal. Instead, the
/// results of the key path are compared with the raw values for all cases of the enum.
enum RawValueKeyPath {
    static func isRawValue<Whole, Part>(_ keyPath: KeyPath<Whole, Part>) -> Bool {
        guard let type = Whole.self as? any RawRepresentable.Type else { return false }
        return returnsRawValues(of: type, keyPath: keyPath)
    }

    private static func returnsRawValues<R: RawRepresentable>(
        of type: R.Type,
        keyPath: AnyKeyPath
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
