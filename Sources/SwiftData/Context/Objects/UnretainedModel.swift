// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A reference to a model that does not retain it.
struct UnretainedModel {
    private let object: UnretainedObject
    private let type: any PersistentModel.Type

    init<M: PersistentModel>(_ model: M) {
        object = UnretainedObject(model)
        type = M.self
    }

    /// Returns whether both refer to one model.
    static func === (left: UnretainedModel, right: UnretainedModel) -> Bool {
        left.object === right.object
    }

    /// Returns the model, or nil if its deinitialization has begun.
    ///
    /// The memory of the model must exist.
    func retained() -> (any PersistentModel)? { object.retained().map { type.model($0) } }
}

extension PersistentModel {
    /// Returns an instance of the class as a model.
    fileprivate static func model(_ object: AnyObject) -> any PersistentModel {
        uncheckedCast(object, to: Self.self)
    }
}
