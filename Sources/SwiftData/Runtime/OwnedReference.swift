// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A strong reference to an object, or to none, that can be used without retaining the object.
///
/// Swift retains the object of a variable for the time of each use, with atomic operations
/// (decision 0093). A use of this reference must not replace it.
struct OwnedReference<Object: AnyObject>: ~Copyable {
    private let reference: Unmanaged<Object>?

    init(_ object: Object?) { reference = object.map(Unmanaged.passRetained) }

    deinit { reference?.release() }

    /// Whether there is no object.
    var isEmpty: Bool { reference == nil }
    /// The object, which is retained.
    var object: Object? { reference?.takeUnretainedValue() }

    /// Returns the result of `body` for the object, which is not retained, or `nil` without an
    /// object.
    ///
    /// `body` must not replace the reference.
    func use<Result>(_ body: (Object) throws -> Result?) rethrows -> Result? {
        guard let reference else { return nil }
        return try reference._withUnsafeGuaranteedRef { try body($0) }
    }
}
