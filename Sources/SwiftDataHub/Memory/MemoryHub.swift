// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

package import SwiftDataSpace
internal import Synchronization

/// A hub in the memory of this process, for tests.
package final class MemoryHub: SyncHub {
    private struct State {
        var objects: [HubName: [UInt8]] = [:]
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
    }

    private struct Waiter {
        let prefix: HubPrefix
        let continuation: CheckedContinuation<Void, Never>
    }

    private let state = Mutex(State())
    private let time: @Sendable () -> Int64

    /// Creates a hub without objects.
    ///
    /// - Parameter time: Returns the time in milliseconds since 1970.
    package init(time: @escaping @Sendable () -> Int64 = WallClock.milliseconds) {
        self.time = time
    }

    /// Does nothing: the hub exists.
    package func create() {}

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func spaces() -> [SpaceID] {
        let names = state.withLock { state in
            state.objects.keys.filter { HubPrefix(recordsOf: $0.space).contains($0) }
        }
        return Set(names.map(\.space)).sorted()
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func list(_ prefix: HubPrefix) -> HubListing {
        let items = state.withLock { state in
            state.objects.filter { prefix.contains($0.key) }
                .map { HubListing.Item(name: $0.key, size: $0.value.count) }
        }
        return HubListing(items: items, time: time())
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func get(_ name: HubName) -> [UInt8]? { state.withLock { $0.objects[name] } }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func put(_ bytes: [UInt8], as name: HubName) throws(HubError) {
        try HubLimits.check(bytes, of: name)
        let stored = state.withLock { state in
            let stored = state.objects[name]
            if stored == nil { state.objects[name] = bytes }
            return stored
        }
        if let stored {
            guard stored == bytes else { throw .taken(name) }
        } else {
            wake(for: name)
        }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func delete(_ name: HubName) {
        if state.withLock({ $0.objects.removeValue(forKey: name) }) != nil { wake(for: name) }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.waitForChange(of: prefix, from: mark) }
            group.addTask { try? await Task.sleep(until: deadline, clock: .continuous) }
            await group.next()
            group.cancelAll()
        }
    }

    private func waitForChange(of prefix: HubPrefix, from mark: HubMark) async {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock {
                    $0.waiters[number] = Waiter(prefix: prefix, continuation: continuation)
                }
                // Looked up after the registration, so that nothing between the two is missed.
                if Task.isCancelled || list(prefix).mark != mark { wake(number) }
            }
        } onCancel: {
            wake(number)
        }
    }

    private func wake(for name: HubName) {
        let numbers = state.withLock { state in
            state.waiters.filter { $0.value.prefix.contains(name) }.map(\.key)
        }
        for number in numbers { wake(number) }
    }

    private func wake(_ number: Int) {
        state.withLock { $0.waiters.removeValue(forKey: number) }?.continuation.resume()
    }
}

extension HubError {
    /// Returns the error for a name that has other bytes.
    package static func taken(_ name: HubName) -> HubError {
        HubError(
            .taken,
            message: "\(name) has other bytes on the hub; continue with the log of a new node"
        )
    }
}
