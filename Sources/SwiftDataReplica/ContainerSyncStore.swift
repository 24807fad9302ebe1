// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftData
package import SwiftDataSync
package import SwiftDataSyncEngine

/// A container as the store of rounds, which reads and writes on a thread of its own.
package actor ContainerSyncStore: SyncStore, ModelActor {
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package nonisolated let modelContainer: ModelContainer
    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package nonisolated let modelExecutor: any ModelExecutor
    private let record: SpaceRecord
    private let sealer: ObjectSealer
    private let settings: ContainerReplica.Settings
    private var openReplica: ContainerReplica?

    /// Creates the store of a container.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - record: The record of the space.
    ///   - sealer: The keys of the space.
    ///   - settings: The settings of the replica.
    package init(
        _ container: ModelContainer,
        record: SpaceRecord,
        sealer: ObjectSealer,
        settings: ContainerReplica.Settings
    ) {
        modelContainer = container
        modelExecutor = DefaultSerialModelExecutor(modelContext: ModelContext(container))
        self.record = record
        self.sealer = sealer
        self.settings = settings
    }

    private var replica: ContainerReplica {
        get throws {
            if let openReplica { return openReplica }
            let replica = try ContainerReplica(
                context: modelContext,
                sealer: sealer,
                settings: settings
            )
            openReplica = replica
            return replica
        }
    }

    /// As `ContainerReplica.read(_:)`.
    package func read<R: Sendable>(
        _ body: @Sendable (SyncParticipant) throws -> R
    ) throws -> R {
        try replica.read(body)
    }

    /// As `ContainerReplica.moveLog()`.
    package func moveLog() throws { try replica.moveLog() }

    /// As `ContainerReplica.leave()`.
    package func leave() throws { try replica.leave() }

    /// As `ContainerReplica.keptTextCount()`.
    package func keptTextCount() throws -> Int { try replica.keptTextCount() }

    /// As `ContainerReplica.keptTexts()`.
    package func keptTexts() throws -> [KeptText] { try replica.keptTexts() }

    /// As `ContainerReplica.remove(keptText:)`.
    package func remove(keptText row: RowID) throws { try replica.remove(keptText: row) }

    /// Calls a closure after each commit of another context to the stores of the container.
    package func observeCommits(_ body: @escaping @Sendable () -> Void) -> CommitObservation {
        modelContainer.observeCommits(besides: modelContext, body)
    }

    /// Sets a record of the program, of which the first byte of the key is at least 0x60.
    package func setRecord(_ value: [UInt8], for key: [UInt8]) throws {
        try modelContext.commitGroup(hasSavepoints: false) { group in
            try group.syncRecords.set(value, for: key)
        }
    }

    // MARK: SyncStore

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func space() -> (record: SpaceRecord, sealer: ObjectSealer) { (record, sealer) }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func capture() throws { try replica.capture() }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func begin(found: Set<ObjectName>) throws -> RoundStart {
        try replica.begin(found: found)
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func receive(_ object: LogObject, named name: ObjectName) throws -> Bool {
        try replica.receive(object, named: name)
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func finish(_ step: FinishingStep) throws -> FinishingStep? {
        try replica.finish(step)
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func nextOutgoing() throws -> (name: ObjectName, bytes: [UInt8])? {
        try replica.nextOutgoing()
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func machine() throws -> MachineRecord? { try replica.machine() }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func confirm(_ name: ObjectName) throws -> Set<ObjectName> {
        try replica.confirm(name)
    }
}
