// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import SwiftData
package import SwiftDataSync
package import SwiftDataSyncEngine

/// A store that is synchronized: joins the history and the rows of a container with the merge.
///
/// Each operation is one commit group of its context, which has the changes of models, the state of
/// the merge and the position in the history. It captures what the user changed before it merges,
/// so that a merged value is never compared with one that has no clock.
package final class ContainerReplica {
    private let context: ModelContext
    private let access: ReplicaAccess
    private let sealer: ObjectSealer
    private var settings: Settings
    /// The participant, unless the last operation failed.
    private var participant: SyncParticipant?
    private var hasFirstCapture = false

    /// Creates the replica of a container.
    ///
    /// - Parameters:
    ///   - context: The context that writes, which must have no unsaved changes during operations.
    ///   - sealer: The keys of the space.
    ///   - settings: The settings.
    /// - Throws: `SyncError` with the code `.schema` if an entity cannot be synchronized.
    package init(
        context: ModelContext,
        sealer: ObjectSealer,
        settings: Settings
    ) throws(SyncError) {
        self.context = context
        self.sealer = sealer
        self.settings = settings
        let schema = try ReplicaSchema(context.container.rowSchema, policy: settings.policy)
        access = ReplicaAccess(context: context, schema: schema)
    }

    // MARK: Operations

    /// Captures the changes of the store; at the first time, all of its rows.
    package func capture() throws {
        while try !captureNext() {}
    }

    /// Captures the next changes of the store in one commit; returns whether there are no more.
    package func captureNext() throws -> Bool {
        guard hasFirstCapture else {
            try captureExistingPage()
            return false
        }
        return try inGroup { try captureNextPage(&$0) }
    }

    /// As `SyncStore.begin(found:)`.
    package func begin(found: Set<ObjectName>) throws -> RoundStart {
        try afterCapture { participant in
            let obsolete = participant.confirm(found: found)
            if participant.isLogTaken(listing: found, objects: []) { try moveLog(&participant) }
            return RoundStart(
                obsolete: obsolete,
                unread: participant.unread(in: found),
                positions: participant.reader.positions
            )
        }
    }

    /// As `SyncStore.receive(_:named:)`.
    package func receive(_ object: LogObject, named name: ObjectName) throws -> Bool {
        try afterCapture { participant in
            if participant.isLogTaken(listing: [], objects: [object]) { try moveLog(&participant) }
            return participant.receive([(name: name, object: object)]).isEmpty
        }
    }

    /// As `SyncStore.finish(_:)`.
    package func finish(_ step: FinishingStep) throws -> FinishingStep? {
        try afterCapture { participant in
            switch step {
            case .repair(let end):
                participant.repair(
                    at: end.time,
                    patience: settings.patience,
                    isWaiting: end.isWaiting
                )
                return .publish(found: end.found)
            case .publish(let found):
                participant.capture([], outcomes: settings.pageSize)
                if participant.replica.hasOutcomes { return step }
                let isLarge = participant.isOutboxLarge(limit: RewritePolicy().maximumCount)
                return isLarge ? .merge(after: 0, found: found) : .review(found: found)
            case .merge(let position, let found):
                let next = participant.mergeOutbox(after: position)
                return next.map { .merge(after: $0, found: found) } ?? .review(found: found)
            case .review(let found):
                if !participant.heal(listing: found) { participant.rewrite(by: RewritePolicy()) }
                return participant.mustWrite ? .rewrite : nil
            case .rewrite:
                return participant.write() ? .rewrite : nil
            }
        }
    }

    /// As `SyncStore.nextOutgoing()`.
    package func nextOutgoing() throws -> (name: ObjectName, bytes: [UInt8])? {
        try read { participant in
            // An object that is not sealed is still being filled.
            guard let next = participant.log.nextOutgoing, next.isSealed else { return nil }
            return (next.name, next.bytes)
        }
    }

    /// As `SyncStore.confirm(_:)`.
    package func confirm(_ name: ObjectName) throws -> Set<ObjectName> {
        try inGroup { $0.confirm(name) }
    }

    /// As `SyncStore.machine()`.
    package func machine() throws -> MachineRecord? {
        try machine(afterErasing: read { $0.unconfirmedPurges })
    }

    /// Returns what the machine publishes about itself after the content of purges was overwritten;
    /// nil for none.
    package func machine(afterErasing purges: [NodeID: UInt64]?) throws -> MachineRecord? {
        guard let machine = settings.machine else { return nil }
        if let purges { try inGroup { $0.confirm(purges: purges) } }
        return try read { participant in
            MachineRecord(
                node: participant.log.node,
                name: machine.name,
                software: machine.software,
                schema: machine.schema,
                time: Date().milliseconds,
                read: participant.reader.positions,
                purged: participant.purged,
                earlierNodes: participant.nodes
            )
        }
    }

    /// Returns what a closure reads of the state, such as positions in logs.
    package func read<R>(_ body: (SyncParticipant) throws -> R) throws -> R {
        guard let participant else { return try inGroup { try body($0) } }
        return try context.commitGroup(hasSavepoints: false) { group in
            try access.using(group) { try body(participant) }
        }
    }

    /// Returns the number of values that are kept out of sight.
    package func keptTextCount() throws -> Int {
        try read { participant in
            access.schema.keptEntities.reduce(0) { $0 + participant.replica.rows(of: $1).count }
        }
    }

    /// Returns the values that are kept out of sight, of the models that the store has.
    package func keptTexts() throws -> [KeptText] {
        try read { participant in
            let replica = participant.replica
            return try access.schema.keptEntities.flatMap(replica.rows(of:)).compactMap { row in
                try keptText(row, in: replica)
            }
        }
    }

    private func keptText(_ row: RowID, in replica: Replica) throws -> KeptText? {
        guard let kept = replica[row], let attribute = kept.fields[KeptText.label]?.value.text,
            let owner = kept.fields["row"]?.value.row.map(replica.resolve),
            let other = KeptText.Version(kept.fields["text"]),
            let current = KeptText.Version(replica[owner]?.fields[attribute]),
            let model = try access.identifier(of: owner)
        else { return nil }
        return KeptText(
            row: row,
            model: model,
            attribute: attribute,
            current: current,
            other: other
        )
    }

    /// Removes a kept text on all machines.
    package func remove(keptText row: RowID) throws {
        try inGroup { participant in
            let now = Date().milliseconds
            participant.capture([.delete(row, isPurge: false, milliseconds: now)])
        }
    }

    /// Continues with the log of a new node, such as after a restoration.
    package func moveLog() throws { try inGroup { try moveLog(&$0) } }

    /// Continues with the log of a new node, which replaces the logs of earlier nodes.
    package func restartLog() throws {
        try inGroup { participant in
            let node = try settings.newNode()
            settings.machineNodes.formUnion([node])
            participant.restartLog(as: node, of: settings.machineNodes)
        }
    }

    /// Ends the synchronization of the store: removes its state, and keeps its rows.
    package func leave() throws {
        participant = nil
        hasFirstCapture = false
        try context.commitGroup(hasSavepoints: false) { group in
            try group.syncRecords.removeAll()
            try group.setCaptureCursor(nil)
        }
    }

    private func moveLog(_ participant: inout SyncParticipant) throws {
        let node = try settings.newNode()
        settings.machineNodes.formUnion([node])
        participant.moveLog(to: node, of: settings.machineNodes)
    }

    // MARK: Commit groups

    /// Runs a step in one commit group after the capture of all changes.
    ///
    /// All but the last ones are captured in commits of their own.
    private func afterCapture<R>(_ step: (inout SyncParticipant) throws -> R) throws -> R {
        try capture()
        return try inGroup { participant in
            while try !captureNextPage(&participant) {}
            return try step(&participant)
        }
    }

    /// Runs a step in one commit group, with the rows that it changed.
    ///
    /// The last object of the log is not sealed if the step is one of several that fill it.
    private func inGroup<R>(
        isLogOpen: Bool = false,
        _ step: (inout SyncParticipant) throws -> R
    ) throws -> R {
        var current = participant
        // After an error, it is created again from its records.
        participant = nil
        let author = context.author
        context.author = settings.policy.author
        defer { context.author = author }
        let result = try context.commitGroup(hasSavepoints: false) { group in
            try access.using(group) {
                var working = try current ?? makeParticipant()
                let result = try step(&working)
                try write(&working, isLogOpen: isLogOpen)
                current = working
                return result
            }
        }
        participant = current
        return result
    }

    private func makeParticipant() throws -> SyncParticipant {
        try SyncParticipant(
            records: ContainerRecords(access: access, cipher: settings.recordCipher),
            shown: ContainerRows(access: access),
            schema: access.schema.sync,
            newNode: settings.newNode,
            maximumObjectSize: settings.maximumObjectSize
        )
    }

    /// Writes what a step changed, and shows rows that could not be shown before.
    ///
    /// Their referrers follow once they are shown: all entries may refer to a notebook with a name
    /// that is taken until the end of the round.
    private func write(_ participant: inout SyncParticipant, isLogOpen: Bool = false) throws {
        try participant.seal(with: sealer, keepingLastOpen: isLogOpen)
        let unshown = try access.unshownRows()
        participant.showAgain(unshown)
        try writeChanges(of: &participant)
        guard !unshown.isEmpty else { return }
        let shown = unshown.subtracting(try access.unshownRows())
        guard !shown.isEmpty else { return }
        participant.showReferrers(of: shown.sorted())
        try writeChanges(of: &participant)
    }

    /// Writes changes: models, then records.
    private func writeChanges(of participant: inout SyncParticipant) throws {
        let replica = participant.replica
        let showing = RowShowing(
            access: access,
            replica: replica,
            complete: settings.complete
        )
        var hasShown = false
        let changes = try participant.takeChanges { rows in
            hasShown = true
            return try showing.show(rows.keys)
        }
        if !hasShown, !replica.changedPairs.isEmpty { _ = try showing.show([]) }
        let records = try access.group.syncRecords
        for change in changes {
            if let value = change.value {
                let sealed = try settings.recordCipher?.seal(value, for: change.key)
                try records.set(sealed ?? value, for: change.key)
            } else {
                try records.remove(change.key)
            }
        }
    }

    // MARK: Capture

    /// Captures the next page of the rows that existed before the first capture.
    private func captureExistingPage() throws {
        let end = try context.container.historyBounds().last
        hasFirstCapture = try inGroup(isLogOpen: true) { participant in
            if try access.group.captureCursor() == nil {
                // Before the rows, so that no later change is missed.
                try access.group.setCaptureCursor(HistoryCursor(transaction: end))
                let now = Date().milliseconds
                try access.setFirstCapture(FirstCapture(milliseconds: now))
            }
            guard var capture = try access.firstCapture() else { return true }
            let changes = try capture.next(access, limit: settings.pageSize)
            participant.capture(changes ?? [], isContinued: true)
            try access.setFirstCapture(changes == nil ? nil : capture)
            return changes == nil
        }
    }

    /// Captures the next changes; returns whether there are no more.
    private func captureNextPage(_ participant: inout SyncParticipant) throws -> Bool {
        let group = try access.group
        guard let cursor = try group.captureCursor() else { return true }
        let page = try group.capturePage(
            after: cursor,
            excluding: settings.policy.author,
            limit: settings.pageSize
        )
        guard page.end != cursor else { return true }
        var capture = HistoryCapture(access, purgeAuthor: settings.policy.purgeAuthor)
        participant.capture(try capture.changes(in: page), outcomes: settings.pageSize)
        try group.setCaptureCursor(page.end)
        try write(&participant)
        return page.isLast
    }
}
