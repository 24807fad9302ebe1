// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
internal import Foundation

/// Publishes the commits of other processes to a store in the change feed of a container.
final class RemoteChanges: Sendable {
    /// The queue on which notifications are posted: their observers may use the contexts that are
    /// about to read or save.
    private static let notifications = DispatchQueue(label: "swiftdata.remote-changes")

    private let commits: any RemoteCommits
    private let identifier: String
    private let url: URL?
    private let layout: SchemaLayout
    private let entities: [String: EntityDescription]
    /// Held while commits are taken, so that they are published once and in order.
    ///
    /// Recursive, because listeners of the feed may read the store.
    private let lock = NSRecursiveLock()

    /// Returns nil for a store that no other process can have open.
    init?(
        _ store: StoreCoordinator.Store,
        schema: ResolvedSchema,
        layout: SchemaLayout
    ) {
        guard let commits = store.store.remoteCommits else { return nil }
        self.commits = commits
        identifier = store.store.identifier
        url = store.url
        self.layout = layout
        entities = Dictionary(
            schema.entities.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Calls `body` after each commit of another process.
    func listen(_ body: @escaping @Sendable () -> Void) { commits.listen(body) }

    /// Publishes the commits that were made since the last call.
    ///
    /// - Complexity: O(1) without any.
    func publish(in coordinator: StoreCoordinator) {
        guard commits.mayExist else { return }
        lock.lock()
        defer { lock.unlock() }
        // What cannot be read now is read next time.
        guard commits.mayExist, let taken = try? commits.takeAll() else { return }
        switch taken {
        case .unlisted(let last):
            coordinator.publishReset()
            postNotification(upTo: last)
        case .records(let records):
            guard let last = records.last else { return }
            var changes = ContextChanges()
            for record in records { add(record, to: &changes) }
            coordinator.publish(changes, from: StoreCoordinator.remoteSender)
            postNotification(upTo: last.transaction)
        }
    }

    /// Notifies the program of the commits up to a transaction, which contexts can now read.
    private func postNotification(upTo transaction: Int64) {
        Self.notifications.async { [identifier, url] in
            var userInfo: [AnyHashable: Any] = [
                NSStoreUUIDKey: identifier,
                NSPersistentHistoryTokenKey: DefaultHistoryToken([identifier: transaction]),
            ]
            userInfo[NSPersistentStoreURLKey] = url
            NotificationCenter.default.post(
                name: .NSPersistentStoreRemoteChange,
                object: nil,
                userInfo: userInfo
            )
        }
    }

    private func add(_ record: HistoryRecord, to changes: inout ContextChanges) {
        changes.listsReferences = false
        for change in record.changes {
            guard let entity = entities[change.entityName],
                let key = change.identifier.integerKey
            else { continue }
            var rows = changes.rows[entity.index] ?? ContextChanges.Rows()
            switch change.operation {
            case .insert:
                rows.inserted.append(key)
                for property in entity.invertedForeignKeys { changes.noteOwners(by: property) }
            case .update:
                rows.updated.append(key)
                for property in entity.properties where change.properties.contains(property.name) {
                    changes.noteOwners(by: property)
                    guard property.isToMany else { continue }
                    changes.unlisted.insert(.init(entity: entity.index, property: property.index))
                }
            case .delete: rows.deleted.append(key)
            }
            changes.rows[entity.index] = rows
        }
        for pair in record.pairs {
            guard let left = pair.left.integerKey, let right = pair.right.integerKey,
                let table = layout.joinTables.indices.first(where: { index in
                    let relationship = layout.relationship(ofJoinTable: index)
                    return relationship.entity.name == pair.relationship.entityName
                        && relationship.property.name == pair.relationship.propertyName
                })
            else { continue }
            changes.links[table, default: []].append(PendingRows.Pair(left: left, right: right))
        }
    }
}

extension ContextChanges {
    /// Records that rows may have other owners by a relationship.
    fileprivate mutating func noteOwners(by property: PropertyDescription) {
        guard let owners = property.destination, let inverse = property.inverseProperty else {
            return
        }
        unlisted.insert(Relationship(entity: owners.index, property: inverse.index))
    }
}
