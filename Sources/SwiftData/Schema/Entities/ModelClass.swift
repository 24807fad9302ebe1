// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A class of an entity: the root of a class hierarchy, or a subclass of another class.
struct ModelClass: Sendable {
    /// The unqualified name of the type, which identifies the class of a row.
    let name: String
    let type: any PersistentModel.Type
    /// The position of the superclass among the classes of the entity; nil for the root.
    let superclass: Int?
    /// The indexes of the properties that the class itself declares.
    let declaredProperties: Range<Int>
    /// The indexes of the declared and inherited properties.
    let properties: PropertySet

    init(_ schema: Schema.Entity, after properties: Int, of superclass: (Int, ModelClass)?) throws {
        guard let type = schema.modelType else {
            throw SwiftDataError.unknownSchema("the entity \(schema.name) has no model type")
        }
        guard schema.storedProperties.map(\.name) == schema.propertyNames else {
            throw SwiftDataError.unknownSchema(
                "the properties of \(schema.name) do not match the stored properties of \(type)"
            )
        }
        name = schema.name
        self.type = type
        self.superclass = superclass?.0
        declaredProperties = properties..<(properties + schema.storedProperties.count)
        var all = superclass?.1.properties ?? PropertySet()
        for index in declaredProperties { all.insert(index) }
        self.properties = all
    }
}

extension PersistentModel {
    /// The names of the inherited persisted properties, the key paths of this class to them, and
    /// their access.
    static var inheritedProperties: [(name: String, keyPath: AnyKeyPath, access: _PropertyAccess)] {
        var properties: [(name: String, access: _PropertyAccess)] = []
        var ancestor = _$superclass
        while let current = ancestor {
            let own = current.schemaMetadata.compactMap { line in
                line.access.map { (name: line.name, access: $0) }
            }
            properties = own + properties
            ancestor = current._$superclass
        }
        return zip(properties, _$inheritedKeyPaths).map { property, keyPath in
            (name: property.name, keyPath: keyPath, access: property.access)
        }
    }

    /// The name of the entity that includes the class: the name of the root of its hierarchy.
    static var entityName: String {
        var root: any PersistentModel.Type = self
        while let superclass = root._$superclass { root = superclass }
        return String(describing: root)
    }
}
