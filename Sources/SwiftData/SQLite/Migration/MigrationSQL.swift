// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The statements that copy the rows of old tables to new ones.
struct MigrationSQL {
    let mapping: SchemaMapping
    private let layout: SchemaLayout
    private let files: ExternalFiles
    private let cipher: ValueCipher?
    /// The current names of the old tables, by their original names.
    let sources: [String: String]
    /// The beginning of the names of the functions that the statements call.
    private let prefix: String

    /// Creates the statements of a migration.
    ///
    /// Statements of several migrations that are in use at the same time need different prefixes.
    init(
        _ migration: TableMigration,
        sources: [String: String],
        prefix: String = "swiftdata"
    ) {
        mapping = migration.mapping
        layout = migration.layout
        files = migration.files
        cipher = migration.cipher
        self.sources = sources
        self.prefix = prefix
    }

    // MARK: Unchanged tables

    /// Returns whether every column of a table has the same content as the old column of that name.
    func isUnchanged(_ table: TableLayout) -> Bool {
        guard let entity = mapping.entity(named: table.name), entity.old != nil,
            !entity.hasMovedClasses
        else { return false }
        return table.columns.allSatisfy { column in
            if let new = entity.new.attribute(named: column.name) {
                let old = entity.attributes[column.name]
                return old?.name == column.name
                    && old?.policy.isEncrypted == new.policy.isEncrypted
                    && (new.isOptional || old?.isOptional == false)
            }
            guard let relationship = entity.new.relationship(named: column.name) else {
                return false
            }
            return sourceColumn(of: relationship, in: entity) == column.name
                && (relationship.isOptional
                    || entity.relationships[relationship.name]?.isOptional == false)
        }
    }

    /// Returns whether a join table contains the same pairs as before.
    func isUnchanged(_ join: JoinTable) -> Bool {
        guard let (entity, relationship) = owner(of: join),
            let source = mapping.source(of: relationship, in: entity)
        else { return false }
        let (own, other) =
            source.isReversed
            ? (join.rightColumn, join.leftColumn) : (join.leftColumn, join.rightColumn)
        return source.relationship.place
            == .joinTable(name: join.name, own: own, other: other)
    }

    // MARK: Copying

    /// Returns the statement that copies the rows of a table; nil for a new entity.
    func copy(_ table: TableLayout) -> String? {
        guard let rows = rows(of: table) else { return nil }
        let columns = columns(of: table).map(quoted)
        return "INSERT INTO \(quoted(table.name))(\(columns.joined(separator: ", "))) \(rows)"
    }

    /// Returns the query for the rows of a table after the migration; nil for a new entity.
    func rows(of table: TableLayout) -> String? {
        guard let entity = mapping.entity(named: table.name), let old = entity.old,
            let source = sources[old.name]
        else { return nil }
        let values =
            ["old." + quoted(TableLayout.key)]
            + table.columns.map { value($0, in: entity, table: table) }
            + table.orderColumns.map { position($0, in: entity) }
        let selection = zip(values, columns(of: table)).map { "\($0) AS \(quoted($1))" }
        let joins = table.columns.compactMap { join($0, in: entity) }
        return """
            SELECT \(selection.joined(separator: ", ")) FROM \(quoted(source)) AS old\(joins.joined())
            """
    }

    private func columns(of table: TableLayout) -> [String] {
        [TableLayout.key] + table.columns.map(\.name) + table.orderColumns.map(\.name)
    }

    func owner(of join: JoinTable) -> (SchemaMapping.Entity, SchemaSnapshot.Relationship)? {
        let table = layout.tables[join.left.entity]
        let name = table.entity.properties[join.left.property].name
        guard let entity = mapping.entity(named: table.name),
            let relationship = entity.new.relationship(named: name)
        else { return nil }
        return (entity, relationship)
    }

    /// Returns the expression for a column of the row `old`.
    ///
    /// A column of a subclass has a value only in the rows of that class.
    private func value(
        _ column: TableLayout.Column,
        in entity: SchemaMapping.Entity,
        table: TableLayout
    ) -> String {
        let value = plainValue(column, in: entity, table: table)
        guard column.policy.isEncrypted else { return value }
        return call(CipherFunctions.seal, value: value, in: table.name, column: column.name)
    }

    /// Returns the expression for an old column, decrypted if necessary.
    private func read(_ old: SchemaSnapshot.Attribute, of entity: SchemaMapping.Entity) -> String {
        let value = "old." + quoted(old.name)
        guard old.policy.isEncrypted, let table = entity.old?.name else { return value }
        let sealed = old.policy.isExternal ? "\(fileFunction)(\(value))" : value
        return call(CipherFunctions.open, value: sealed, in: table, column: old.name)
    }

    /// Returns the call of a cipher function for a value at its place.
    private func call(
        _ function: String,
        value: String,
        in table: String,
        column: String
    ) -> String {
        let place = [table, column].map { "'" + $0.replacing("'", with: "''") + "'" }
            .joined(separator: ", ")
        return "\(function)(\(value), \(place), old.\(quoted(TableLayout.key)))"
    }

    /// Returns the expression for a column of the row `old`, before it is encrypted.
    private func plainValue(
        _ column: TableLayout.Column,
        in entity: SchemaMapping.Entity,
        table: TableLayout
    ) -> String {
        let value = unconditionalValue(column, in: entity, table: table)
        let subclass =
            entity.new.attribute(named: column.name)?.subclass
            ?? entity.new.relationship(named: column.name)?.subclass
        guard let subclass, value != "NULL" else { return value }
        guard entity.old?.subclasses != nil else { return "NULL" }
        let names = entity.new.classNames(in: subclass).map(SQLText.literal)
        return """
            CASE WHEN old.\(quoted(TableLayout.className)) IN (\(names.joined(separator: ", "))) \
            THEN \(value) END
            """
    }

    private func unconditionalValue(
        _ column: TableLayout.Column,
        in entity: SchemaMapping.Entity,
        table: TableLayout
    ) -> String {
        guard let attribute = entity.new.attribute(named: column.name) else {
            return entity.new.relationship(named: column.name).map { target($0, of: entity) }
                ?? "NULL"
        }
        let defaultValue = hasDefault(column, in: table) ? call(default: column, in: table) : nil
        if let source = attribute.composite.flatMap({ entity.jsonSources[$0] }) {
            let value = callField(column, in: table, of: read(source, of: entity))
            guard source.isOptional, !attribute.isOptional, let defaultValue else { return value }
            return "coalesce(\(value), \(defaultValue))"
        }
        if let sources = entity.compositeSources[column.name] {
            let fields = sources.map { read($0, of: entity) }.joined(separator: ", ")
            let value = "\(quoted(compositeFunction(column, in: table)))(\(fields))"
            guard !attribute.isOptional, let defaultValue else { return value }
            return "coalesce(\(value), \(defaultValue))"
        }
        guard let old = entity.attributes[column.name] else {
            return newValue(of: attribute, in: entity, defaultValue: defaultValue)
        }
        var value = read(old, of: entity)
        let isMoved = !attribute.policy.isExternal || attribute.policy.isEncrypted
        if old.policy.isExternal, !old.policy.isEncrypted, isMoved {
            value = "\(fileFunction)(\(value))"
        }
        if case .toReal = ColumnConversion(from: old, to: attribute) {
            value = "CAST(\(value) AS REAL)"
        }
        guard old.isOptional || entity.isMissingInSomeRows(attribute, old: old),
            !attribute.isOptional,
            let defaultValue
        else { return value }
        return "coalesce(\(value), \(defaultValue))"
    }

    /// Returns the expression for an attribute without values in the old schema.
    private func newValue(
        of attribute: SchemaSnapshot.Attribute,
        in entity: SchemaMapping.Entity,
        defaultValue: String?
    ) -> String {
        // A struct that became optional exists in every row.
        if entity.new.hasFields(of: attribute.name),
            entity.old?.hasFields(of: attribute.originalName) == true
        {
            return "1"
        }
        // A field of a struct that is nil stays NULL.
        guard let defaultValue, let composite = attribute.composite, attribute.isOptional,
            let presence = entity.attributes[composite]
        else { return defaultValue ?? "NULL" }
        return """
            CASE WHEN old.\(quoted(presence.name)) IS NOT NULL THEN \(defaultValue) END
            """
    }

    /// Returns the expression for the key that a to-one relationship of the row `old` refers to.
    private func target(
        _ relationship: SchemaSnapshot.Relationship,
        of entity: SchemaMapping.Entity
    ) -> String {
        if let column = sourceColumn(of: relationship, in: entity) {
            return "old." + quoted(column)
        }
        guard links(relationship, of: entity) != nil else { return "NULL" }
        return quoted("link " + relationship.name) + ".target"
    }

    /// Returns a join with the first pair of each row, if a to-many relationship became to-one.
    ///
    /// SQLite creates an automatic index for a join, but not for a correlated subquery.
    private func join(_ column: TableLayout.Column, in entity: SchemaMapping.Entity) -> String? {
        guard let relationship = entity.new.relationship(named: column.name),
            sourceColumn(of: relationship, in: entity) == nil,
            let pairs = links(relationship, of: entity)
        else { return nil }
        let name = quoted("link " + relationship.name)
        return """
             LEFT JOIN (SELECT source, target, targetPlace, min(sourcePlace) FROM (\(pairs)) \
            GROUP BY source) AS \(name) ON \(name).source = old.\(quoted(TableLayout.key))
            """
    }

    func links(
        _ relationship: SchemaSnapshot.Relationship,
        of entity: SchemaMapping.Entity
    ) -> String? {
        mapping.source(of: relationship, in: entity).flatMap(pairs)
    }

    /// Returns the column of the old table that contains the keys of a to-one relationship.
    func sourceColumn(
        of relationship: SchemaSnapshot.Relationship,
        in entity: SchemaMapping.Entity
    ) -> String? {
        guard let source = mapping.source(of: relationship, in: entity) else { return nil }
        switch (source.relationship.place, source.isReversed) {
        case (.ownColumn, false): return source.relationship.name
        case (.inverseColumn, true): return source.relationship.inverse
        default: return nil
        }
    }

    // MARK: Functions

    private var fileFunction: String { "\(prefix)_file" }

    private func defaultFunction(_ column: TableLayout.Column, in table: TableLayout) -> String {
        "\(prefix)_default_\(table.name)_\(column.name)"
    }

    private func fieldFunction(_ column: String, in table: TableLayout) -> String {
        "\(prefix)_field_\(table.name)_\(column)"
    }

    private func hasDefault(_ column: TableLayout.Column, in table: TableLayout) -> Bool {
        table.entity.defaultValue(ofColumn: column.name) != nil
    }

    private func call(default column: TableLayout.Column, in table: TableLayout) -> String {
        "\(quoted(defaultFunction(column, in: table)))()"
    }

    /// Returns the call that converts JSON to the value of one column of a composite attribute.
    private func callField(
        _ column: TableLayout.Column,
        in table: TableLayout,
        of json: String
    ) -> String {
        "\(quoted(fieldFunction(column.name, in: table)))(\(json))"
    }

    /// Returns the name of the function that converts the columns of a composite to JSON.
    private func compositeFunction(_ column: TableLayout.Column, in table: TableLayout) -> String {
        "\(prefix)_composite_\(table.name)_\(column.name)"
    }

    /// Installs the functions that the statement for a table calls.
    ///
    /// The default value is evaluated for each row, as it is for each new model, so that every row
    /// has its own `UUID()`.
    func install(for table: TableLayout, in db: SQLiteDatabase) throws {
        for column in table.columns {
            guard let value = table.entity.defaultValue(ofColumn: column.name) else { continue }
            let name = defaultFunction(column, in: table)
            try db.addFunction(name, arguments: 0) { call in call.result(try value()) }
        }
        for property in table.entity.properties where property.isComposite {
            let values = JSONColumns(property.access)
            for (offset, column) in property.columns.enumerated() {
                let name = fieldFunction(column.name, in: table)
                try db.addFunction(name, arguments: 1) { call in
                    guard call.isText(0) else { return call.result(_ColumnValue.null) }
                    call.result(try values.value(of: call.text(0), at: offset))
                }
            }
        }
        let sources = mapping.entity(named: table.name)?.compositeSources ?? [:]
        for column in table.columns {
            guard let columns = sources[column.name] else { continue }
            let json = CompositeJSON(columns)
            let access = table.entity.properties[column.property].access
            let name = compositeFunction(column, in: table)
            try db.addFunction(name, arguments: Int32(columns.count)) { call in
                call.result(try json.value(of: columns.indices.map(call.value), for: access))
            }
        }
        if let cipher { try CipherFunctions.install(cipher, in: db) }
        let files = files
        try db.addFunction(fileFunction, arguments: 1) { call in
            guard call.isText(0) else { return call.result(argument: 0) }
            call.result(try files.read(call.text(0), of: table.name))
        }
    }

    func quoted(_ name: String) -> String { SQLText.identifier(name).sql }
}
