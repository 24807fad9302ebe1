// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData
package import SwiftDataSync

/// The decisions of a program about the synchronization of its models.
package struct SyncPolicy: Sendable {
    /// The decisions about an entity.
    package struct Entity: Sendable {
        /// The attributes with content, and the form in which their replaced values are kept.
        package var guarded: [String: SyncEntity.Kept?]
        /// The attributes and references that are not synchronized.
        package var local: Set<String>
        /// The attributes that are synchronized although the store encrypts them: objects are
        /// sealed, so that the hub cannot read them.
        package var sealed: Set<String>
        /// The values of local attributes in rows that other machines inserted; without one, an
        /// attribute has its default.
        package var localValues: [String: StoredValue]
        /// The values of references to rows that no machine has although `.deny` forbids their
        /// deletion.
        package var substitutes: [String: SyncValue]

        /// The properties that identify a row of an entity without a unique UUID, such as its owner
        /// and its number: they are set once, and no two rows have the same values.
        package var identity: [String]

        /// Creates decisions.
        package init(
            guarded: [String: SyncEntity.Kept?] = [:],
            local: Set<String> = [],
            sealed: Set<String> = [],
            localValues: [String: StoredValue] = [:],
            substitutes: [String: SyncValue] = [:],
            identity: [String] = []
        ) {
            self.guarded = guarded
            self.local = local
            self.sealed = sealed
            self.localValues = localValues
            self.substitutes = substitutes
            self.identity = identity
        }
    }

    /// The decisions by the names of entities.
    package var entities: [String: Entity]
    /// The entities that are not synchronized.
    package var localEntities: Set<String>
    /// Whether rows without an identity receive a random one, which only records contain.
    ///
    /// Otherwise an entity without a unique UUID has to be listed.
    package var givesIdentities = false
    /// Whether every attribute is content, so that a row that was changed unseen outlives its
    /// deletion.
    ///
    /// Rows of an entity with references that deny the deletion live because of these instead.
    package var guardsAttributes = false
    /// Whether a text of such an attribute that was replaced unseen is kept, as a row that the
    /// store does not show.
    package var keepsTexts = false
    /// The author of the transactions that show what was merged, which are not captured.
    package var author = "sync"
    /// The author of transactions with purges: what they delete must not remain in an object of any
    /// machine.
    package var purgeAuthor = "purge"

    /// Creates a policy.
    package init(entities: [String: Entity] = [:], localEntities: Set<String> = []) {
        self.entities = entities
        self.localEntities = localEntities
    }
}
