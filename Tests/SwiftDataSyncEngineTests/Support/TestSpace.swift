// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import SwiftDataSync

/// A space with a random key.
struct TestSpace {
    let record: SpaceRecord
    let sealer: ObjectSealer

    init() throws {
        let (space, key) = (SpaceID.random(), try SpaceKey.random())
        record = try SpaceRecord(space, key: key)
        sealer = ObjectSealer(space: space, keys: KeyRing(current: key))
    }

    var prefix: HubPrefix { HubPrefix(space: sealer.space) }

    /// Returns the objects of logs on a hub.
    func objects(on hub: MemoryHub) -> [HubName] {
        hub.list(prefix).names.filter { ObjectName($0.path) != nil }
    }
}
