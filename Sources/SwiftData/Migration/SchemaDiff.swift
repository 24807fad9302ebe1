// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The differences between two schema snapshots, property by property.
struct SchemaDiff {
    private(set) var changes: [SchemaChange] = []
    /// The changes that require a custom stage.
    var obstacles: [SchemaChange] { changes.filter { $0.obstacle != nil } }

    /// Compares the two snapshots of a mapping.
    ///
    /// - Parameters:
    ///   - mapping: The old and the new snapshot with their matching properties.
    ///   - isTrusted: Whether custom code may have prepared the store, so that required values are
    ///     checked in the rows rather than assumed missing.
    ///   - hasDefault: Returns whether a property has a default value.
    init(
        _ mapping: SchemaMapping,
        isTrusted: Bool = false,
        hasDefault: (_ entity: String, _ property: String) -> Bool
    ) {
        for entity in mapping.old.entities where mapping.new.entity(named: entity.name) == nil {
            let root = mapping.new.entities.first { $0.classNames.contains(entity.name) }
            changes.append(
                SchemaChange(
                    root == nil ? [.removed] : [.modified],
                    of: entity.name,
                    text: root.map { "became a subclass of \($0.name)" }
                        ?? "removed with all its models",
                    obstacle: root == nil || isTrusted ? nil : "its models are in another table"
                )
            )
            for subclass in entity.subclasses ?? [] {
                let other = mapping.new.entities.first { $0.classNames.contains(subclass.name) }
                guard other != nil else { continue }
                changes.append(
                    SchemaChange(
                        [.modified],
                        of: subclass.name,
                        text: "no longer a subclass of \(entity.name)",
                        obstacle: isTrusted ? nil : "its models are in another table"
                    )
                )
            }
        }
        for entity in mapping.entities {
            guard let old = entity.old else {
                changes.append(SchemaChange([.added], of: entity.new.name, text: "new"))
                continue
            }
            compareClasses(of: entity.new, old: old, in: mapping.new, isTrusted: isTrusted)
            compareAttributes(of: entity, old: old, isTrusted: isTrusted) {
                hasDefault(entity.new.name, $0)
            }
            compareRelationships(of: entity, old: old, mapping: mapping, isTrusted: isTrusted)
            compareGroups(of: entity.new, old: old)
        }
    }

    private mutating func add(
        _ kinds: Set<SchemaChange.Kind>,
        entity: String,
        named name: String,
        formerly previousName: String? = nil,
        text: String,
        obstacle: String?
    ) {
        changes.append(
            SchemaChange(
                kinds,
                of: entity,
                property: name,
                formerly: previousName,
                text: text,
                obstacle: obstacle
            )
        )
    }

    private mutating func compareClasses(
        of new: SchemaSnapshot.Entity,
        old: SchemaSnapshot.Entity,
        in schema: SchemaSnapshot,
        isTrusted: Bool
    ) {
        let (before, after) = (old.subclasses ?? [], new.subclasses ?? [])
        for subclass in after where !before.contains(subclass) {
            let isKnown = old.classNames.contains(subclass.name)
            changes.append(
                SchemaChange(
                    isKnown ? [.modified] : [.added],
                    of: subclass.name,
                    text: (isKnown ? "now" : "new,") + " a subclass of \(subclass.superclass)"
                )
            )
        }
        for subclass in before where !new.classNames.contains(subclass.name) {
            let other = schema.entities.first { $0.classNames.contains(subclass.name) }
            changes.append(
                SchemaChange(
                    other == nil ? [.removed] : [.modified],
                    of: subclass.name,
                    text: other == nil
                        ? "removed with all its models" : "no longer a subclass of \(new.name)",
                    obstacle: other == nil || isTrusted ? nil : "its models are in another table"
                )
            )
        }
    }

    private mutating func compareAttributes(
        of entity: SchemaMapping.Entity,
        old: SchemaSnapshot.Entity,
        isTrusted: Bool,
        hasDefault: (String) -> Bool
    ) {
        addComposites(of: entity, isTrusted: isTrusted, hasDefault: hasDefault)
        let converted = Set(entity.jsonSources.keys)
        for new in entity.new.attributes
        where new.composite.map(converted.contains) != true {
            let canLackValue = isTrusted || new.isOptional || hasDefault(new.name)
            if let columns = entity.compositeSources[new.name] {
                let wasOptional = columns.contains { $0.name == $0.composite }
                add(
                    [.retyped],
                    entity: entity.new.name,
                    named: new.name,
                    text: "was a composite; is \(new)",
                    obstacle: wasOptional && !canLackValue ? Self.missingForNil : nil
                )
            } else if let before = entity.attributes[new.name] {
                compare(new, of: entity, with: before, old: old, canLackValue: canLackValue)
            } else {
                add(
                    [.added],
                    entity: entity.new.name,
                    named: new.name,
                    text: "new, \(new)",
                    obstacle: obstacle(toAdding: new, to: entity, old: old, hasDefault: hasDefault)
                )
            }
        }
        let kept = Set(
            entity.attributes.values.map(\.name) + entity.jsonSources.values.map(\.name)
                + entity.compositeSources.values.joined().map(\.name)
        )
        for before in old.attributes where !kept.contains(before.name) {
            addRemoval(of: before.name, in: entity, text: "\(before)")
        }
    }

    private mutating func addRemoval(
        of name: String,
        in entity: SchemaMapping.Entity,
        text: String
    ) {
        add(
            [.removed],
            entity: entity.new.name,
            named: name,
            text: "removed, was \(text)",
            obstacle: nil
        )
    }

    private static let missingForNil =
        "became required, without a default value for rows with nil"

    /// Adds the attributes that became a struct with a column for each field.
    private mutating func addComposites(
        of entity: SchemaMapping.Entity,
        isTrusted: Bool,
        hasDefault: (String) -> Bool
    ) {
        for (name, before) in entity.jsonSources.sorted(by: { $0.key < $1.key }) {
            let isRequired = entity.new.attributes.allSatisfy { $0.name != name }
            let isMissing = before.isOptional && isRequired && !isTrusted && !hasDefault(name)
            add(
                [.retyped],
                entity: entity.new.name,
                named: name,
                text: "was \(before); is a composite",
                obstacle: isMissing ? Self.missingForNil : nil
            )
        }
    }

    /// Compares an attribute with the old attribute that supplies its values.
    private mutating func compare(
        _ new: SchemaSnapshot.Attribute,
        of entity: SchemaMapping.Entity,
        with before: SchemaSnapshot.Attribute,
        old: SchemaSnapshot.Entity,
        canLackValue: Bool
    ) {
        let isRenamed = before.name != new.name
        let isMissing = entity.isMissingInSomeRows(new, old: before) && !new.isOptional
        guard isRenamed || isMissing || before.description != new.description else { return }
        let origin = isRenamed ? "was \(before.name), \(before)" : "was \(before)"
        var obstacle: String?
        if ColumnConversion(from: before, to: new) == nil
            || old.hasFields(of: before.name) != entity.new.hasFields(of: new.name)
        {
            obstacle = "values cannot be converted without loss"
        } else if before.isOptional, !canLackValue {
            obstacle = Self.missingForNil
        } else if isMissing, !canLackValue {
            obstacle = "required, without a default value for models of other classes"
        }
        add(
            new.changeKinds(from: before),
            entity: entity.new.name,
            named: new.name,
            formerly: isRenamed ? before.name : nil,
            text: "\(origin); is \(new)",
            obstacle: obstacle
        )
    }

    /// Returns the reason why a column cannot be added to existing rows; nil if it can.
    private func obstacle(
        toAdding new: SchemaSnapshot.Attribute,
        to entity: SchemaMapping.Entity,
        old: SchemaSnapshot.Entity,
        hasDefault: (String) -> Bool
    ) -> String? {
        if let subclass = new.subclass, !old.classNames.contains(subclass) { return nil }
        let lost = "values cannot be converted without loss"
        let missing = "required, without a default value for existing rows"
        if old.hasFields(of: new.originalName) {
            // A struct became optional, or it became a value of another type.
            return entity.new.hasFields(of: new.name) ? nil : lost
        }
        guard let composite = new.composite else {
            return !new.isOptional && !hasDefault(new.name) ? missing : nil
        }
        // A value of another type became a struct.
        var parent = new.originalName
        while let dot = parent.lastIndex(of: ".") {
            parent = String(parent[..<dot])
            if old.attribute(named: parent) != nil, !old.hasFields(of: parent) { return lost }
        }
        let root = String(new.originalName.dropLast(new.name.count - composite.count))
        let isAddedField = old.hasFields(of: root)
        // A field of an optional struct is required in the rows that have the struct.
        let isRequired = isAddedField ? !entity.new.hasFields(of: new.name) : !new.isOptional
        return isRequired && !hasDefault(new.name) ? missing : nil
    }

    private mutating func compareRelationships(
        of entity: SchemaMapping.Entity,
        old: SchemaSnapshot.Entity,
        mapping: SchemaMapping,
        isTrusted: Bool
    ) {
        for new in entity.new.relationships {
            if let before = entity.relationships[new.name] {
                compare(new, of: entity, with: before, isTrusted: isTrusted)
                continue
            }
            let isOfNewClass = new.subclass.map { !old.classNames.contains($0) } ?? false
            let isMissing =
                new.isRequired && mapping.source(of: new, in: entity) == nil && !isTrusted
                && !isOfNewClass
            add(
                [.added],
                entity: entity.new.name,
                named: new.name,
                text: "new, \(new)",
                obstacle: isMissing ? "required, but existing rows have no destination" : nil
            )
        }
        let kept = Set(entity.relationships.values.map(\.name))
        for before in old.relationships where !kept.contains(before.name) {
            addRemoval(of: before.name, in: entity, text: "\(before)")
        }
    }

    /// Compares a relationship with the old relationship that supplies its models.
    private mutating func compare(
        _ new: SchemaSnapshot.Relationship,
        of entity: SchemaMapping.Entity,
        with before: SchemaSnapshot.Relationship,
        isTrusted: Bool
    ) {
        let isRenamed = before.name != new.name
        let isMissing = entity.isMissingInSomeRows(new, old: before)
        guard isRenamed || isMissing || before.description != new.description else { return }
        let origin = isRenamed ? "was \(before.name), \(before)" : "was \(before)"
        var obstacle: String?
        if before.destination != new.destination {
            obstacle = "the destination changed"
        } else if before.isToMany, !new.isToMany {
            obstacle = "changed from to-many to to-one, which keeps only one reference"
        } else if new.isRequired, !isTrusted, before.isOptional || isMissing {
            obstacle = "became required"
        }
        add(
            isRenamed ? [.renamed] : [.modified],
            entity: entity.new.name,
            named: new.name,
            formerly: isRenamed ? before.name : nil,
            text: "\(origin); is \(new)",
            obstacle: obstacle
        )
    }

    private mutating func compareGroups(of new: SchemaSnapshot.Entity, old: SchemaSnapshot.Entity) {
        func compare(_ before: [[String]], after: [[String]], word: String) {
            for group in after where !before.contains(group) {
                add(
                    [.modified],
                    entity: new.name,
                    named: group.joined(separator: " and "),
                    text: "now \(word)",
                    obstacle: nil
                )
            }
            for group in before where !after.contains(group) {
                let names = group.joined(separator: " and ")
                add(
                    [.modified],
                    entity: new.name,
                    named: names,
                    text: "no longer \(word)",
                    obstacle: nil
                )
            }
        }
        compare(old.unique, after: new.unique, word: "unique")
        compare(old.indexed, after: new.indexed, word: "indexed")
    }
}

extension SchemaSnapshot.Attribute {
    /// Returns the kinds of the difference from an attribute of an earlier version.
    fileprivate func changeKinds(from old: Self) -> Set<SchemaChange.Kind> {
        var kinds: Set<SchemaChange.Kind> = []
        if name != old.name { kinds.insert(.renamed) }
        if type != old.type || isOptional != old.isOptional { kinds.insert(.retyped) }
        if options != old.options || hashModifier != old.hashModifier || kinds.isEmpty {
            kinds.insert(.modified)
        }
        return kinds
    }
}

extension SchemaSnapshot.Relationship {
    /// Whether a model must have a destination.
    fileprivate var isRequired: Bool { !isToMany && !isOptional }
}

extension SchemaDiff: CustomStringConvertible {
    /// The differences, one per line.
    var description: String { Self.list(changes) }

    static func list(_ changes: [SchemaChange]) -> String {
        changes.map { "\n  " + $0.description }.joined()
    }
}
