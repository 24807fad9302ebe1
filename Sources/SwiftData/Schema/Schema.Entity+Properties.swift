// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema.Entity {
    /// The declared and inherited attributes.
    ///
    /// Setting this property leaves inherited attributes unchanged and preserves the order of the
    /// remaining attributes.
    public var attributes: Set<Schema.Attribute> {
        get { all() }
        set { replaceAll(by: newValue) }
    }

    /// The declared and inherited relationships.
    ///
    /// Setting this property leaves inherited relationships unchanged and preserves the order of
    /// the remaining relationships.
    public var relationships: Set<Schema.Relationship> {
        get { all() }
        set { replaceAll(by: newValue) }
    }

    /// The attributes, keyed by name.
    public var attributesByName: [String: Schema.Attribute] {
        get { Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first } }
        set { attributes = Set(newValue.values) }
    }

    /// The relationships, keyed by name.
    public var relationshipsByName: [String: Schema.Relationship] {
        get { Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first } }
        set { relationships = Set(newValue.values) }
    }

    /// The declared properties, keyed by name; setting them preserves the order of remaining
    /// properties.
    public var storedPropertiesByName: [String: any SchemaProperty] {
        get { byName(storedProperties) }
        set { storedProperties = ordered(newValue, as: storedProperties) }
    }

    /// The inherited properties, keyed by name; setting them preserves the order of remaining
    /// properties.
    public var inheritedPropertiesByName: [String: any SchemaProperty] {
        get { byName(inheritedProperties) }
        set { inheritedProperties = ordered(newValue, as: inheritedProperties) }
    }

    /// Returns the declared and inherited properties of type `P`.
    private func all<P: SchemaProperty & Hashable>() -> Set<P> {
        Set(properties.compactMap { $0 as? P })
    }

    /// Replaces the declared properties of type `P`.
    private func replaceAll<P: SchemaProperty & Hashable>(by new: Set<P>) {
        let added = new.subtracting(all()).sorted { $0.name < $1.name }
        storedProperties.removeAll { ($0 as? P).map { !new.contains($0) } ?? false }
        storedProperties += added
    }

    private func byName(_ properties: [any SchemaProperty]) -> [String: any SchemaProperty] {
        Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
    }

    private func ordered(
        _ properties: [String: any SchemaProperty],
        as known: [any SchemaProperty]
    ) -> [any SchemaProperty] {
        let kept = known.compactMap { properties[$0.name] }
        let names = Set(known.map(\.name))
        let added = properties.filter { !names.contains($0.key) }.sorted { $0.key < $1.key }
        return kept + added.map(\.value)
    }
}
