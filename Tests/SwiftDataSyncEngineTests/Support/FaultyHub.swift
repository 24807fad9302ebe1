// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import Synchronization

/// A hub that fails or lies when a test asks for it.
final class FaultyHub: SyncHub {
    private let hub: MemoryHub
    private let calls = Mutex(0)
    private let faults = Mutex(Faults())

    struct Faults {
        /// The number of the call that fails after its effect; nil for none.
        var failingCall: Int?
        /// The error of every call; nil for none.
        var error: HubError?
        /// The objects that are listed and cannot be fetched.
        var missing: Set<HubName> = []
        /// The objects that are not listed.
        var hidden: Set<HubName> = []
        /// The number of bytes that are here of each object; nil for all.
        var prefix: Int?
    }

    init(_ hub: MemoryHub) { self.hub = hub }

    /// The number of calls.
    var callCount: Int { calls.withLock { $0 } }

    func setFaults(_ change: (inout Faults) -> Void) { faults.withLock { change(&$0) } }

    /// Counts a call, and throws if it is one that fails.
    private func call<Result>(_ body: () throws(HubError) -> Result) throws(HubError) -> Result {
        let number = calls.withLock { calls in
            calls += 1
            return calls
        }
        let faults = faults.withLock { $0 }
        if let error = faults.error { throw error }
        let result = try body()
        if number == faults.failingCall {
            throw HubError(.unreachable, message: "the line was cut")
        }
        return result
    }

    func create() {}

    func spaces() -> [SpaceID] { hub.spaces() }

    func list(_ prefix: HubPrefix) async throws(HubError) -> HubListing {
        let hidden = faults.withLock { $0.hidden }
        return try call { () throws(HubError) in
            let listing = hub.list(prefix)
            return HubListing(
                items: listing.items.filter { !hidden.contains($0.name) },
                time: listing.time
            )
        }
    }

    func get(_ name: HubName) async throws(HubError) -> [UInt8]? {
        let faults = faults.withLock { $0 }
        return try call { () throws(HubError) in
            guard !faults.missing.contains(name), let bytes = hub.get(name) else { return nil }
            return faults.prefix.map { Array(bytes.prefix($0)) } ?? bytes
        }
    }

    func put(_ bytes: [UInt8], as name: HubName) async throws(HubError) {
        try call { () throws(HubError) in try hub.put(bytes, as: name) }
    }

    func delete(_ name: HubName) async throws(HubError) {
        try call { () throws(HubError) in hub.delete(name) }
    }

    func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant
    ) async throws(HubError) {
        await hub.wait(for: prefix, toDifferFrom: mark, until: deadline)
    }
}
