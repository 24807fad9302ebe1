// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub

/// Makes the hub of each connection.
struct HubSource: Sendable {
    /// Returns a hub, which is not connected yet.
    let makeHub: @Sendable () -> any BlockingHub

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - address: The address of the hub.
    ///   - ssh: The program ssh.
    ///   - remoteCommand: The command on another machine that serves a folder.
    init(_ address: HubAddress, ssh: String, remoteCommand: String) {
        switch address {
        case .folder(let path): makeHub = { FolderHub(path) }
        case .ssh(let target):
            makeHub = { RemoteHub(target, ssh: ssh, remoteCommand: remoteCommand) }
        case .postgreSQL(let url): makeHub = { PostgreSQLHub(url) }
        }
    }
}
