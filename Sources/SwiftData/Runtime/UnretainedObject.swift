// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSwiftRuntime

/// A reference to an object that does not retain it, and does not need the separate reference count
/// of a weak reference (decision 0035).
struct UnretainedObject {
    private let reference: Unmanaged<AnyObject>

    init(_ object: AnyObject) { reference = .passUnretained(object) }

    /// Returns whether both refer to one object.
    static func === (left: UnretainedObject, right: UnretainedObject) -> Bool {
        left.reference.toOpaque() == right.reference.toOpaque()
    }

    /// Returns the object, or nil if its deinitialization has begun.
    ///
    /// The memory of the object must exist. The function of the runtime that retains it has no
    /// public form in Swift.
    func retained() -> AnyObject? {
        swift_tryRetain(reference.toOpaque()) == nil ? nil : reference.takeRetainedValue()
    }
}

extension UnretainedObject {
    /// A function that retains an object and returns it, or returns nil.
    typealias Retain = (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

    /// An object that a function tries to retain while it is deinitialized.
    private final class Sample {
        private let retain: Retain
        private let result: Result

        init(_ retain: @escaping Retain, _ result: Result) {
            self.retain = retain
            self.result = result
        }

        deinit {
            // Not released if it was retained: that would deinitialize the object again.
            result.isRetained = retain(Unmanaged.passUnretained(self).toOpaque()) != nil
        }
    }

    /// The result of a deinitialization; nil before it.
    private final class Result {
        var isRetained: Bool?
    }

    /// Whether the function of the runtime fails once the deinitialization of an object has begun.
    static var isSupported: Bool { retainsOnlyLiveObjects(swift_tryRetain) }

    /// Returns whether a function retains an object in use, and none that is deinitialized.
    static func retainsOnlyLiveObjects(_ retain: @escaping Retain) -> Bool {
        let result = Result()
        do {
            var sample = Sample(retain, result)
            let object = Unmanaged.passUnretained(sample)
            guard retain(object.toOpaque()) == object.toOpaque(),
                !isKnownUniquelyReferenced(&sample)
            else { return false }
            object.release()
        }
        return result.isRetained == false
    }
}
