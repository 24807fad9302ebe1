// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The model that a foreign key in memory refers to.
enum ForeignKeyOwner {
    case none
    case key(Int64)
    /// The row is not loaded.
    case unknown

    init(of model: any PersistentModel, property: PropertyDescription) {
        if model._$model.entity?.includes(property, in: type(of: model)) == false {
            self = .none
        } else if let key = property.reference?.targetKey(model) {
            self = .key(key)
        } else {
            self = property.relation?.targets(model) == nil ? .unknown : .none
        }
    }
}
