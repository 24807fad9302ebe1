// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The state of a model, inside of the model.
///
/// `@Model` adds it as a stored property. It is not copyable, so that it lives exactly as long as
/// the model, and removes the model from the objects of its context at the end. ``_ModelState``
/// refers to it.
public struct _ModelStateStorage: ~Copyable {
    // The small properties come first, and share eight bytes.
    var lifecycle = _ModelState.Lifecycle.detached
    var hasRelationshipChanges = false
    var isFault = false
    var isPartial = false
    var modifiedProperty: Int32 = -1
    var group = OwnedReference<ModelGroup>(nil)
    var key: Int64 = 0
    var changes = PropertySet()
    /// The model, if the identity map of its context contains it.
    var unretainedModel: UnretainedModel?
    var pendingPosition = 0
    var observers: ModelObservers?
    @usableFromInline var rare: RareModelState?

    /// Creates the state of a detached model.
    public init() {}

    deinit { group.use { $0.unregister(unretainedModel, key: key) } }

    /// Returns the observers of the model; nil if it has none and no scope tracks the current read.
    ///
    /// They are made for a model without a context, or for the first tracked read.
    mutating func observersIfTracked() -> ModelObservers? {
        if let observers { return observers }
        let made = group.isEmpty ? ModelObservers() : group.use { $0.makeObserversIfTracked() }
        // An untracked read changes nothing, because other threads may read too.
        guard let made else { return nil }
        observers = made
        return made
    }

    /// Whether the model may be in a graph of models without a context.
    ///
    /// Inlined, because the deinitializer of each model reads it.
    public var mayBeConnected: Bool {
        @inlinable get { rare != nil }
    }

    /// The address, which is constant.
    public var pointer: _ModelState.Pointer {
        @inlinable
        @inline(__always)
        mutating get { constantAddress(of: &self) }
    }
}

extension _ModelState {
    /// The stages in the life of a model.
    enum Lifecycle {
        /// Created by an initializer, without a context.
        case detached
        /// Registered in a context, not stored yet.
        case inserted
        /// Registered in a context and stored.
        case stored
        /// Registered in a context and stored; the next save deletes the row.
        case deleted
        /// Neither stored nor in a context; the last values remain readable.
        case invalidated
        /// A probe model through which a key path is traced.
        case keyPathProbe
    }
}

/// The parts of the state of a model that few models have.
@usableFromInline
final class RareModelState {
    var staleRelationships = PropertySet()
    var wasDiscarded = false
    var trace: KeyPathTrace?
    var temporaryIdentifier: PersistentIdentifier?
    /// The number by which the model is hashed: its first key, or the address if it had none yet.
    var hashSeed: Int64?
    /// The membership in a graph of models without a context; nil for most models.
    var member: DetachedMember?
}
