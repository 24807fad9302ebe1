// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The strong reference of a to-one relationship to a model, which is released without recursion.
///
/// A separate object, because a copyable struct cannot have a deinitializer. Only one model in
/// sixteen has such a reference, because each allocates memory; these divide a chain of models into
/// short ones.
@usableFromInline
final class OwnedModel {
    private let reference: Unmanaged<AnyObject>

    init(_ model: AnyObject) { reference = .passRetained(model) }

    deinit {
        guard ModelReleases.begin() else { return ModelReleases.postpone(reference) }
        reference.release()
        ModelReleases.end()
    }

    var model: AnyObject { reference.takeUnretainedValue() }

    /// Returns whether references to a model need an owner.
    ///
    /// The product with the golden ratio distributes successive addresses evenly.
    static func isRequired(for model: AnyObject) -> Bool {
        let address = UInt64(UInt(bitPattern: Unmanaged.passUnretained(model).toOpaque()))
        let hash = (address >> 4) &* 0x9E37_79B9_7F4A_7C15
        return hash >> 60 == 0
    }
}

/// The strong references of a to-many relationship, which are released without recursion.
final class OwnedModels {
    var models: [AnyObject]

    init(_ models: [AnyObject]) { self.models = models }

    deinit {
        if ModelReleases.begin() {
            removeAll()
            ModelReleases.end()
        } else {
            for model in models { ModelReleases.postpone(.passRetained(model)) }
        }
    }

    /// Releases the models.
    ///
    /// Not inlined, because the compiler would omit an assignment to an object that it sees being
    /// deinitialized, and release the models after it.
    @inline(never)
    private func removeAll() { models = [] }
}
