// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// A launch in progress.
package protocol DaemonLaunch {
    /// Returns the reason why the daemon will never listen, or nil while it still may.
    func failure() -> ClientError?
}
