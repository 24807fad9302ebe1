// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The state of one model before a step, limited to what the step changed.
///
/// The model is retained, so that it is the same object after the deletion of its row is undone.
struct FormerState {
    /// Whether the model was in the context.
    enum Presence {
        /// As now.
        case unchanged
        /// The model was new, or its deletion was not undone yet.
        case absent
        /// The model was in the context, with this primary key.
        case present(key: Int64)
    }

    /// The target of a foreign key.
    enum Target {
        case model((any PersistentModel)?)
        /// The primary key of a model that was not in memory.
        case key(Int64)

        /// Whether there was no target.
        var isNone: Bool {
            if case .model(nil) = self { true } else { false }
        }
    }

    let model: any PersistentModel
    private(set) var presence = Presence.unchanged
    /// The recorded properties: attributes and the orders of to-many relationships.
    private(set) var recorded: [PropertyDescription] = []
    /// The recorded foreign keys.
    private(set) var targets: [(property: PropertyDescription, target: Target)] = []
    /// An object of the model's class with the recorded values; nil without any.
    private(set) var values: (any PersistentModel)?
    /// The indexes of the properties in `recorded` and `targets`.
    private var known = PropertySet()

    init(of model: any PersistentModel) { self.model = model }

    /// Whether the model was not in the context, so that nothing else about it is recorded.
    var wasAbsent: Bool {
        if case .absent = presence { true } else { false }
    }

    func contains(_ property: PropertyDescription) -> Bool { known.contains(property.index) }

    /// Returns the recorded target of a foreign key; nil if none is recorded.
    func target(of property: PropertyDescription) -> Target? {
        targets.first { $0.property.index == property.index }?.target
    }

    /// Records the presence, unless it is recorded already.
    mutating func record(_ presence: Presence) {
        guard case .unchanged = self.presence else { return }
        self.presence = presence
    }

    /// Forgets that the model was not in the context, because its row existed before.
    mutating func forgetAbsence() {
        if wasAbsent { presence = .unchanged }
    }

    /// Records the value of a property, unless it is recorded already.
    ///
    /// - Parameters:
    ///   - property: An attribute, or a to-many relationship, of which the order is recorded.
    ///   - source: An object with the value.
    mutating func record(_ property: PropertyDescription, from source: any PersistentModel) {
        guard insert(property) else { return }
        let values = values ?? makeValues()
        self.values = values
        property.access.copyValue(of: source, to: values)
        recorded.append(property)
    }

    /// Records the target of a foreign key, unless it is recorded already.
    mutating func record(_ property: PropertyDescription, target: Target) {
        if insert(property) { targets.append((property, target)) }
    }

    private mutating func insert(_ property: PropertyDescription) -> Bool {
        guard !known.contains(property.index) else { return false }
        known.insert(property.index)
        return true
    }

    private func makeValues() -> any PersistentModel { type(of: model).makeEmpty() }
}
