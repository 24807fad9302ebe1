// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// What differs between two shapes, property by property, and what of it needs a decision.
struct SchemaDiff {
    /// A difference in words.
    struct Line {
        let property: String
        let text: String
        /// Why a store can't follow the difference by itself; nil when it can.
        var obstacle: String?

        var description: String {
            "\(property): \(text)" + (obstacle.map { " (\($0))" } ?? "")
        }
    }

    private(set) var lines: [Line] = []
    var obstacles: [Line] { lines.filter { $0.obstacle != nil } }

    /// Compares the shapes of a mapping.
    ///
    /// `hasDefault` tells whether a new property of an entity has a default value. `isTrusted` says that
    /// code ran that may have prepared the store, so that a value that must be there is looked for in
    /// the rows instead of being taken for missing.
    init(
        _ mapping: SchemaMapping,
        isTrusted: Bool = false,
        hasDefault: (_ entity: String, _ property: String) -> Bool
    ) {
        for entity in mapping.old.entities where mapping.new.entity(named: entity.name) == nil {
            lines.append(Line(property: entity.name, text: "removed with all its models"))
        }
        for entity in mapping.entities {
            guard let old = entity.old else {
                lines.append(Line(property: entity.new.name, text: "new"))
                continue
            }
            compareAttributes(of: entity, old, isTrusted) { hasDefault(entity.new.name, $0) }
            compareRelationships(of: entity, old, mapping, isTrusted)
            compareGroups(of: entity.new, old)
        }
    }

    private mutating func add(_ entity: String, _ name: String, _ text: String, _ obstacle: String?)
    {
        lines.append(Line(property: "\(entity).\(name)", text: text, obstacle: obstacle))
    }

    private mutating func compareAttributes(
        of entity: SchemaMapping.Entity,
        _ old: SchemaSnapshot.Entity,
        _ isTrusted: Bool,
        hasDefault: (String) -> Bool
    ) {
        for new in entity.new.attributes {
            guard let before = entity.attributes[new.name] else {
                let isMissing = !new.isOptional && !hasDefault(new.name)
                let obstacle =
                    isMissing ? "required, and without a default value for old rows" : nil
                add(entity.new.name, new.name, "new, \(new)", obstacle)
                continue
            }
            let isRenamed = before.name != new.name
            guard isRenamed || before.description != new.description else { continue }
            let origin = isRenamed ? "was \(before.name), \(before)" : "was \(before)"
            var obstacle: String?
            if ColumnConversion(from: before, to: new) == nil {
                obstacle = "values can't be converted without loss"
            } else if before.isOptional, !new.isOptional, !hasDefault(new.name), !isTrusted {
                obstacle = "became required, and without a default value for rows with nil"
            }
            add(entity.new.name, new.name, "\(origin); is \(new)", obstacle)
        }
        let kept = Set(entity.attributes.values.map(\.name))
        for before in old.attributes where !kept.contains(before.name) {
            add(entity.new.name, before.name, "removed, was \(before)", nil)
        }
    }

    private mutating func compareRelationships(
        of entity: SchemaMapping.Entity,
        _ old: SchemaSnapshot.Entity,
        _ mapping: SchemaMapping,
        _ isTrusted: Bool
    ) {
        for new in entity.new.relationships {
            let isRequired = !new.isToMany && !new.isOptional
            guard let before = entity.relationships[new.name] else {
                let isMissing =
                    isRequired && mapping.source(of: new, in: entity) == nil && !isTrusted
                let obstacle = isMissing ? "required, and old rows refer to nothing" : nil
                add(entity.new.name, new.name, "new, \(new)", obstacle)
                continue
            }
            let isRenamed = before.name != new.name
            guard isRenamed || before.description != new.description else { continue }
            let origin = isRenamed ? "was \(before.name), \(before)" : "was \(before)"
            var obstacle: String?
            if before.destination != new.destination {
                obstacle = "refers to another entity"
            } else if before.isToMany, !new.isToMany {
                obstacle = "referred to many, and only one could be kept"
            } else if isRequired, before.isOptional, !isTrusted {
                obstacle = "became required"
            }
            add(entity.new.name, new.name, "\(origin); is \(new)", obstacle)
        }
        let kept = Set(entity.relationships.values.map(\.name))
        for before in old.relationships where !kept.contains(before.name) {
            add(entity.new.name, before.name, "removed, was \(before)", nil)
        }
    }

    private mutating func compareGroups(of new: SchemaSnapshot.Entity, _ old: SchemaSnapshot.Entity)
    {
        func compare(_ before: [[String]], _ after: [[String]], _ word: String) {
            for group in after where !before.contains(group) {
                add(new.name, group.joined(separator: " and "), "\(word) now", nil)
            }
            for group in before where !after.contains(group) {
                add(new.name, group.joined(separator: " and "), "no longer \(word)", nil)
            }
        }
        compare(old.unique, new.unique, "unique")
        compare(old.indexed, new.indexed, "indexed")
    }
}

extension SchemaDiff {
    /// The differences, one on each line.
    var description: String { Self.list(lines) }

    static func list(_ lines: [Line]) -> String {
        lines.map { "\n  " + $0.description }.joined()
    }
}
