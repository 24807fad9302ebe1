// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A launch in progress.
package protocol DaemonLaunch {
    /// Returns the state of the launch.
    func state() -> DaemonLaunchState
}

/// The state of a launch.
package enum DaemonLaunchState: Sendable {
    /// The process of the daemon runs. It listens once it has opened its store, which takes long if
    /// the store is migrated.
    case starting
    /// Another process listens, or is about to.
    case left
    /// The daemon will never listen.
    case failed(ClientError)
}
