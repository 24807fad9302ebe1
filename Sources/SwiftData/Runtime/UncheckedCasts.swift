// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Returns an object as an instance of its class.
///
/// Not checked in release builds, where a checked cast looks up the classes; the caller ensures
/// that the object is an instance.
@inline(__always)
func uncheckedCast<Object: AnyObject>(_ object: AnyObject, to type: Object.Type) -> Object {
    // Unchecked: see above.
    unsafeDowncast(object, to: type)
}

/// Returns objects as instances of their class.
///
/// Not checked in release builds: arrays of objects have one layout, and the caller ensures that
/// all elements are instances.
///
/// - Complexity: O(1); a checked cast looks up the class of each element.
@inline(__always)
func uncheckedCast<Object: AnyObject>(_ objects: [AnyObject], to type: Object.Type) -> [Object] {
    assert(objects.first.map { $0 is Object } ?? true, "the objects are not of \(type)")
    // Unchecked: see above.
    return unsafeBitCast(objects, to: [Object].self)
}

/// Returns an array of instances of a class as an array of objects.
///
/// Not checked: arrays of objects have one layout.
///
/// - Complexity: O(1); a conversion would convert each element.
@inline(__always)
func uncheckedObjects<Object: AnyObject>(_ objects: [Object]) -> [AnyObject] {
    // Unchecked: see above.
    unsafeBitCast(objects, to: [AnyObject].self)
}

/// Returns the result of `body` for a value as its own type.
///
/// Not checked in release builds, and without a copy of the value; the caller ensures that the type
/// is the type of the value.
@inline(__always)
func withUncheckedCast<Value, Actual, Result>(
    _ value: Value,
    to type: Actual.Type,
    _ body: (Actual) -> Result
) -> Result {
    assert(Value.self == Actual.self, "the value is not of \(type)")
    return withUnsafePointer(to: value) { pointer in
        // Unchecked: see above.
        body(UnsafeRawPointer(pointer).assumingMemoryBound(to: type).pointee)
    }
}

/// The layout on which the casts of arrays and `CommonEnds` rely.
enum ObjectArrays {
    /// An instance of a class.
    final class Sample {}

    /// Whether arrays of objects have one layout: that of an array of addresses.
    static var isSupported: Bool {
        MemoryLayout<Sample>.stride == MemoryLayout<UnsafeRawPointer>.stride
            && MemoryLayout<AnyObject>.stride == MemoryLayout<UnsafeRawPointer>.stride
            && keepsElements(uncheckedObjects)
            && keepsElements { uncheckedCast(uncheckedObjects($0), to: Sample.self) }
    }

    /// Returns whether a cast of an array keeps its elements.
    static func keepsElements(_ cast: ([Sample]) -> [AnyObject]) -> Bool {
        let samples = [Sample(), Sample()]
        let objects = cast(samples)
        return objects.count == samples.count && zip(objects, samples).allSatisfy { $0 === $1 }
            && CommonEnds(objects, [samples[0], Sample()]).prefix == 1
    }
}
