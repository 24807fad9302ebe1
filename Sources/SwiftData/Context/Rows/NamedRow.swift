// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The value of a property in the form of a store.
package enum StoredValue: Hashable, Sendable {
    /// The values of an attribute's columns, decrypted and with the content of external files.
    case columns([_ColumnValue])
    /// The model of a to-one relationship; nil for none.
    case reference(PersistentIdentifier?)
}

/// The values of a row by the names of the properties in the store.
///
/// Values of properties that other rows contain, such as the other end of a foreign key, are not
/// part of it.
package struct NamedRow: Equatable, Sendable {
    /// The identifier of the model.
    package let identifier: PersistentIdentifier
    /// The name of the model's class; nil for the root class of the entity.
    package let subclass: String?
    /// The values by name.
    package internal(set) var values: [String: StoredValue] = [:]
    /// The names of the properties with damaged values, in the order of the entity.
    package internal(set) var damaged: [String] = []
}

/// New values of a row, by the names of the properties in the store.
package struct NamedRowUpdate: Sendable {
    /// The identifier of the model.
    package let identifier: PersistentIdentifier
    /// The values that change.
    package let values: [String: StoredValue]

    /// Creates an update.
    package init(_ identifier: PersistentIdentifier, values: [String: StoredValue]) {
        self.identifier = identifier
        self.values = values
    }
}

extension EntityDescription {
    /// Returns the property with a name that a row of the entity contains.
    ///
    /// - Throws: `SwiftDataError.modelValidationFailure` if there is none.
    func storedProperty(named name: String) throws -> PropertyDescription {
        guard let property = property(named: name), isStored(property) else {
            throw SwiftDataError.modelValidationFailure(
                "the rows of \(self.name) contain no property '\(name)'"
            )
        }
        return property
    }

    /// The properties that a row of the entity contains, without the name of its class.
    var storedProperties: [PropertyDescription] { properties.filter(isStored) }

    private func isStored(_ property: PropertyDescription) -> Bool {
        guard property.relationship == nil else {
            return !property.isToMany && property.ownsForeignKey(in: self)
        }
        return property.policy.isStored && property.name != TableLayout.className
    }
}

extension ResolvedSchema {
    /// Returns the entity with a name.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if there is none.
    func requiredEntity(named name: String) throws -> EntityDescription {
        guard let entity = entity(named: name) else {
            throw SwiftDataError.unknownSchema("the schema has no entity '\(name)'")
        }
        return entity
    }
}
