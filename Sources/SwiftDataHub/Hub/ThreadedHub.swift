// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Dispatch
package import SwiftDataSpace
internal import Synchronization

/// A hub that executes the calls of a blocking one, one after the other, on a thread of its own.
///
/// A call ends a wait that is in progress.
package final class ThreadedHub: SyncHub {
    // A serial queue has a thread of its own while it has work, none of the cooperative pool.
    private let queue = DispatchQueue(label: "SwiftDataHub")
    private let hub: Mutex<any BlockingHub>
    private let interruption: Interruption

    /// Creates a hub.
    package init(_ hub: sending any BlockingHub) throws(HubError) {
        interruption = try Interruption()
        self.hub = Mutex(hub)
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func create() async throws(HubError) {
        try await run { hub throws(HubError) in try hub.create() }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func spaces() async throws(HubError) -> [SpaceID] {
        try await run { hub throws(HubError) in try hub.spaces() }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func list(_ prefix: HubPrefix) async throws(HubError) -> HubListing {
        try await run { hub throws(HubError) in try hub.list(prefix) }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func get(_ name: HubName) async throws(HubError) -> [UInt8]? {
        try await run { hub throws(HubError) in try hub.get(name) }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func put(_ bytes: [UInt8], as name: HubName) async throws(HubError) {
        try await run { hub throws(HubError) in try hub.put(bytes, as: name) }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func delete(_ name: HubName) async throws(HubError) {
        try await run { hub throws(HubError) in try hub.delete(name) }
    }

    /// Waits as `SyncHub` describes; the cancellation of the task ends it, too.
    package func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant
    ) async throws(HubError) {
        let cancellation = Cancellation(of: interruption)
        let result = await withTaskCancellationHandler {
            await enqueue { hub throws(HubError) in
                defer { cancellation.finish() }
                try hub.wait(
                    for: prefix,
                    toDifferFrom: mark,
                    until: deadline,
                    interruptedBy: cancellation.descriptor
                )
            }
        } onCancel: {
            cancellation.cancel()
        }
        try result.get()
    }

    private func run<Value: Sendable>(
        _ call: @escaping @Sendable (any BlockingHub) throws(HubError) -> Value
    ) async throws(HubError) -> Value {
        interruption.raise()
        let result = await enqueue { [interruption] hub throws(HubError) in
            interruption.lower()
            return try call(hub)
        }
        return try result.get()
    }

    private func enqueue<Value: Sendable>(
        _ call: @escaping @Sendable (any BlockingHub) throws(HubError) -> Value
    ) async -> Result<Value, HubError> {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                let result = hub.withLock { hub in
                    Result { () throws(HubError) in try call(hub) }
                }
                continuation.resume(returning: result)
            }
        }
    }
}

extension ThreadedHub {
    /// The cancellation of one wait, a reason to end it until it has ended.
    private final class Cancellation: Sendable {
        private enum State {
            case waiting
            case cancelled
            case finished
        }

        private let interruption: Interruption
        private let state = Mutex(State.waiting)

        init(of interruption: Interruption) { self.interruption = interruption }

        var descriptor: Int32 { interruption.descriptor }

        func cancel() {
            state.withLock { state in
                guard state == .waiting else { return }
                state = .cancelled
                interruption.raise()
            }
        }

        func finish() {
            state.withLock { state in
                if state == .cancelled { interruption.lower() }
                state = .finished
            }
        }
    }
}
