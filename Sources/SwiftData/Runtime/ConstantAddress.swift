// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns the address of a stored property of a class, which is constant while the object exists.
///
/// The language does not say so: in general, a copy of a value may be modified and assigned. A
/// stored property of a class is modified in place, and a value that is not copyable has no copies.
@inlinable
@inline(__always)
func constantAddress<Value: ~Copyable>(of value: inout Value) -> UnsafeMutablePointer<Value> {
    withUnsafeMutablePointer(to: &value) { $0 }
}

/// An object with a stored property that is not copyable.
final class AddressSample {
    /// A value that is not copyable.
    struct Value: ~Copyable {
        var number = 0
    }

    private var value = Value()

    var address: UnsafeMutablePointer<Value> { constantAddress(of: &value) }

    /// Whether the address of a stored property of a class is constant.
    static var isSupported: Bool { isConstant(\.address) }

    /// Returns whether a function returns the address of the stored property each time.
    static func isConstant(_ address: (AddressSample) -> UnsafeMutablePointer<Value>) -> Bool {
        let sample = AddressSample()
        let first = address(sample)
        first.pointee.number = 1
        guard sample.value.number == 1 else { return false }
        sample.value.number = 2
        return first.pointee.number == 2 && address(sample) == first
    }
}
