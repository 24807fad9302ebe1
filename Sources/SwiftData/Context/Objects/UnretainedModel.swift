// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import CSwiftRuntime

/// A reference to a model that does not retain it, and does not need the separate reference count
/// of a weak reference.
struct UnretainedModel {
    /// Unchecked, because the model is only read after it has been retained.
    private unowned(unsafe) var model: any PersistentModel
    private let object: Unmanaged<AnyObject>

    init<M: PersistentModel>(_ model: M) {
        self.model = model
        object = .passUnretained(model)
    }

    /// Returns whether both refer to one model.
    static func === (left: UnretainedModel, right: UnretainedModel) -> Bool {
        left.object.toOpaque() == right.object.toOpaque()
    }

    /// Returns the model, or nil if its deinitialization has begun.
    ///
    /// The memory of the model must exist.
    func retained() -> (any PersistentModel)? {
        guard swift_tryRetain(object.toOpaque()) != nil else { return nil }
        defer { object.release() }
        return model
    }
}
