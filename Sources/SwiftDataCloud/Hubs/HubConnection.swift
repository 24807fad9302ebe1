// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import SwiftDataHub

/// Connects to hubs: to folders in this process, to others through the helper `swiftdata-hub`,
/// which has the libraries and starts the programs that they need.
enum HubConnection {
    /// The environment variable with the path of the helper.
    private static let programVariable = "SWIFTDATA_HUB_PROGRAM"

    /// Returns a hub, which connects when it is used.
    ///
    /// - Throws: `HubError`, such as for an address that is none.
    static func hub(at address: String, named name: String) throws -> any SyncHub {
        switch try HubAddress(address) {
        case .folder(let path):
            guard path.hasPrefix("/") else {
                throw HubError(
                    .invalid,
                    message: "the path \(path) is not absolute; begin it with a slash"
                )
            }
            return try ThreadedHub(FolderHub(path))
        case .ssh, .postgreSQL:
            let program = program
            let hub = RemoteHub { () throws(HubError) in
                // Other users can see the arguments of a program, and an address may have a
                // password.
                try WireConnection(
                    starting: [program],
                    variables: ["SWIFTDATA_HUB_URL": address],
                    name: "the hub \(name)"
                )
            }
            return try ThreadedHub(hub)
        }
    }

    /// The helper: the one that the environment names, else the one in the folder of this program,
    /// else the one on `PATH`.
    private static var program: String {
        let name = "swiftdata-hub"
        if let named = ProcessInfo.processInfo.environment[programVariable] { return named }
        let sibling = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
        return access(sibling, X_OK) == 0 ? sibling : name
    }
}
