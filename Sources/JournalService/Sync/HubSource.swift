// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
package import JournalProtocol
internal import JournalSystem
internal import SwiftDataHub

/// Connects to hubs.
package struct HubSource: Sendable {
    /// The environment variable with the path of the helper.
    private static let programVariable = "JOURNAL_HUB_PROGRAM"
    /// The environment variable with the path of a socket behind which systemd starts helpers.
    private static let socketVariable = "JOURNAL_HUB_SOCKET"

    private let connect: @Sendable (String) throws -> any SyncHub

    /// Creates a source of hubs for tests.
    init(_ connect: @escaping @Sendable (String) throws -> any SyncHub) { self.connect = connect }

    /// Connects through the helper `swiftdata-hub`.
    ///
    /// systemd starts it if the environment names a socket, which exists: then it has other
    /// restrictions than this process. Otherwise each hub starts the program in the folder of this
    /// one, or the one that the environment names.
    package init(_ environment: Environment) {
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "swiftdata-hub")
            .path(percentEncoded: false)
        let program = environment[Self.programVariable] ?? beside
        let socket = environment[Self.socketVariable]
        self.init { address in
            let name = HubText.shown(address)
            if let socket, FileStatus(path: socket) != nil {
                let hub = RemoteHub(address: address) { () throws(HubError) in
                    try WireConnection(socket: socket)
                }
                return try ThreadedHub(hub)
            }
            let hub = RemoteHub { () throws(HubError) in
                // Other users can see the arguments of a program, and an address may have a
                // password.
                try WireConnection(
                    starting: [program],
                    variables: ["SWIFTDATA_HUB_URL": address],
                    name: name
                )
            }
            return try ThreadedHub(hub)
        }
    }

    /// Returns a hub, which connects when it is used.
    ///
    /// - Throws: `HubError` with the code `.invalid` for an address that is none.
    func hub(at address: String) throws -> any SyncHub {
        if case .folder(let path) = try HubAddress(address), !path.hasPrefix("/") {
            throw HubError(
                .invalid,
                message: "the path \(path) is not absolute; begin it with a slash"
            )
        }
        return try connect(address)
    }
}

/// The names of hubs for people.
enum HubText {
    /// Returns an address without its password.
    static func shown(_ address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        let rest = address[scheme.upperBound...]
        let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
        guard let at = rest[..<end].lastIndex(of: "@"),
            let colon = rest[..<at].firstIndex(of: ":")
        else { return withoutPasswordParameter(address) }
        return withoutPasswordParameter(
            String(address[..<scheme.upperBound]) + rest[..<colon] + rest[at...]
        )
    }

    private static func withoutPasswordParameter(_ address: String) -> String {
        guard let mark = address.firstIndex(of: "?") else { return address }
        let parameters = address[address.index(after: mark)...].split(separator: "&")
            .filter { !$0.hasPrefix("password=") && !$0.hasPrefix("sslpassword=") }
        let path = address[..<mark]
        return parameters.isEmpty ? String(path) : path + "?" + parameters.joined(separator: "&")
    }
}
