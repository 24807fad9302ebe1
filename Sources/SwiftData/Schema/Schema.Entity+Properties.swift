// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension Schema.Entity {
    /// The attributes, inherited ones included.
    ///
    /// Setting them leaves inherited ones alone and keeps the order of those that stay.
    public var attributes: Set<Schema.Attribute> {
        get { all() }
        set { replaceAll(by: newValue) }
    }

    /// The relationships, inherited ones included.
    ///
    /// Setting them leaves inherited ones alone and keeps the order of those that stay.
    public var relationships: Set<Schema.Relationship> {
        get { all() }
        set { replaceAll(by: newValue) }
    }

    /// The attributes by name.
    public var attributesByName: [String: Schema.Attribute] {
        get { Dictionary(attributes.map { ($0.name, $0) }) { first, _ in first } }
        set { attributes = Set(newValue.values) }
    }

    /// The relationships by name.
    public var relationshipsByName: [String: Schema.Relationship] {
        get { Dictionary(relationships.map { ($0.name, $0) }) { first, _ in first } }
        set { relationships = Set(newValue.values) }
    }

    /// The type's own properties by name; setting them keeps the order of those that stay.
    public var storedPropertiesByName: [String: any SchemaProperty] {
        get { byName(storedProperties) }
        set { storedProperties = ordered(newValue, as: storedProperties) }
    }

    /// The inherited properties by name; setting them keeps the order of those that stay.
    public var inheritedPropertiesByName: [String: any SchemaProperty] {
        get { byName(inheritedProperties) }
        set { inheritedProperties = ordered(newValue, as: inheritedProperties) }
    }

    /// The properties of a kind.
    private func all<P: SchemaProperty & Hashable>() -> Set<P> {
        Set(properties.compactMap { $0 as? P })
    }

    /// Replaces the type's own properties of a kind.
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
