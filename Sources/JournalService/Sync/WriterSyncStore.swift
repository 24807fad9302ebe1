// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import SwiftDataReplica
internal import SwiftDataSync
internal import SwiftDataSyncEngine

/// The way to the store through the writer, one operation after the other.
struct SyncAccess: Sendable {
    private let mailbox: WriterMailbox

    init(_ mailbox: WriterMailbox) { self.mailbox = mailbox }

    /// Executes an operation between transactions of the writer.
    ///
    /// - Throws: The error of the operation; `CancellationError` if the task was cancelled, or the
    ///   writer has ended.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (SyncedStore) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            let operation = SyncOperation(body) { continuation.resume(with: $0) }
            if !mailbox.post(.synchronization(operation)) {
                continuation.resume(throwing: CancellationError())
            }
        }
    }
}

/// The store of the writer, as rounds of synchronization use it.
///
/// Each call is executed by the writer: requests that wait are executed before the next one.
struct WriterSyncStore: SyncStore {
    let access: SyncAccess
    let record: SpaceRecord
    let sealer: ObjectSealer

    func space() -> (record: SpaceRecord, sealer: ObjectSealer) { (record, sealer) }

    func capture() async throws {
        while try await !access.run({ try $0.replica.captureNext() }) {}
    }

    func begin(found: Set<ObjectName>) async throws -> RoundStart {
        try await access.run { try $0.replica.begin(found: found) }
    }

    func receive(_ object: LogObject, named name: ObjectName) async throws -> Bool {
        try await access.run { try $0.replica.receive(object, named: name) }
    }

    func finish(_ step: FinishingStep) async throws -> FinishingStep? {
        try await access.run { try $0.replica.finish(step) }
    }

    func nextOutgoing() async throws -> (name: ObjectName, bytes: [UInt8])? {
        try await access.run { try $0.replica.nextOutgoing() }
    }

    func machine() async throws -> MachineRecord? {
        // Without a receipt after an error: the next round begins the erasure again.
        let purges = try? await SyncErasure(access: access).run()
        return try await access.run { try $0.replica.machine(afterErasing: purges) }
    }

    func confirm(_ name: ObjectName) async throws -> Set<ObjectName> {
        try await access.run { try $0.replica.confirm(name) }
    }
}
