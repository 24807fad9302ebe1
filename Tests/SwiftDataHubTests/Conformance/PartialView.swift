// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace

/// A hub as a machine sees it from which some objects are hidden, until they arrive.
actor PartialView: SyncHub {
    private let hub: any SyncHub
    private var hidden: Set<HubName>

    init(of hub: any SyncHub, hiding hidden: Set<HubName>) {
        self.hub = hub
        self.hidden = hidden
    }

    /// Shows all objects.
    func reveal() { hidden = [] }

    func create() async throws(HubError) { try await hub.create() }

    func spaces() async throws(HubError) -> [SpaceID] { try await hub.spaces() }

    func list(_ prefix: HubPrefix) async throws(HubError) -> HubListing {
        let listing = try await hub.list(prefix)
        let items = listing.items.filter { !hidden.contains($0.name) }
        return HubListing(items: items, time: listing.time)
    }

    func get(_ name: HubName) async throws(HubError) -> [UInt8]? {
        hidden.contains(name) ? nil : try await hub.get(name)
    }

    func put(_ bytes: [UInt8], as name: HubName) async throws(HubError) {
        try await hub.put(bytes, as: name)
    }

    func delete(_ name: HubName) async throws(HubError) {
        if !hidden.contains(name) { try await hub.delete(name) }
    }

    func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant
    ) async throws(HubError) {
        try await hub.wait(for: prefix, toDifferFrom: mark, until: deadline)
    }
}
