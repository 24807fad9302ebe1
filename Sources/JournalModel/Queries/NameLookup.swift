// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import Foundation
package import SwiftData

/// A namespace for finding notebooks and tags by name.
package enum NameLookup {
    /// Returns the notebook with a name, ignoring letter case, or with a UUID; nil if none exists.
    package static func notebook(
        _ nameOrID: String,
        in context: ModelContext
    ) throws -> Notebook? {
        let key = Name.key(of: nameOrID)
        if let found = try first(#Predicate<Notebook> { $0.key == key }, in: context) {
            return found
        }
        guard let uuid = UUID(uuidString: nameOrID) else { return nil }
        return try first(#Predicate<Notebook> { $0.uuid == uuid }, in: context)
    }

    /// Returns the notebook with a name, ignoring letter case, or nil if none exists.
    package static func notebook(named name: Name, in context: ModelContext) throws -> Notebook? {
        let key = name.key
        return try first(#Predicate<Notebook> { $0.key == key }, in: context)
    }

    /// Returns the notebook with an id, or `nil`.
    package static func notebook(uuid: UUID, in context: ModelContext) throws -> Notebook? {
        try first(#Predicate<Notebook> { $0.uuid == uuid }, in: context)
    }

    /// Returns the tag with a name, ignoring letter case, or nil if none exists.
    package static func tag(_ name: String, in context: ModelContext) throws -> Tag? {
        let key = Name.key(of: name)
        return try first(#Predicate<Tag> { $0.key == key }, in: context)
    }

    /// Returns the tag with an id, or `nil`.
    package static func tag(uuid: UUID, in context: ModelContext) throws -> Tag? {
        try first(#Predicate<Tag> { $0.uuid == uuid }, in: context)
    }

    /// Fetches the notebooks with some identifiers, in no particular order.
    package static func notebooks(
        _ identifiers: [PersistentIdentifier],
        in context: ModelContext
    ) throws -> [Notebook] {
        let predicate = #Predicate<Notebook> { identifiers.contains($0.persistentModelID) }
        return try context.fetch(FetchDescriptor(predicate: predicate))
    }

    /// Fetches the tags with some identifiers, in no particular order.
    package static func tags(
        _ identifiers: [PersistentIdentifier],
        in context: ModelContext
    ) throws -> [Tag] {
        let predicate = #Predicate<Tag> { identifiers.contains($0.persistentModelID) }
        return try context.fetch(FetchDescriptor(predicate: predicate))
    }

    private static func first<Model: PersistentModel>(
        _ predicate: Predicate<Model>,
        in context: ModelContext
    ) throws -> Model? {
        var descriptor = FetchDescriptor(predicate: predicate)
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }
}
