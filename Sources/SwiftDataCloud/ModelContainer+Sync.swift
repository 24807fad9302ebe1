// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import SwiftData

extension ModelContainer {
    /// The synchronization of the container, which its first use starts.
    ///
    /// It ends with the container.
    public var sync: ContainerSync { sync(using: .current) }

    /// Returns the synchronization of the container with a hub of a directory, and starts it.
    ///
    /// The first call decides about the directory.
    public func sync(using hubs: HubDirectory) -> ContainerSync {
        let (sync, isNew) = companion { ContainerSync(self, hubs: hubs) }
        if isNew { sync.resume() }
        return sync
    }
}
