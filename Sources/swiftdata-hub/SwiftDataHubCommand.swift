// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import ArgumentParser
import Glibc
import JournalSystem
import SwiftDataHub

/// Serves a hub to other processes, which then need neither its network nor its libraries.
@main
struct SwiftDataHubCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "swiftdata-hub",
        abstract: "Store the objects of synchronized stores in a hub.",
        discussion: """
            Programs that synchronize a store start this program. It executes requests to list, read, \
            write and delete objects, which it cannot decrypt, on standard input and output or on a \
            socket.

            The hub is a folder (a path or file:///PATH), a folder on another machine \
            (ssh://HOST/PATH, or ssh://HOST/~/PATH below the home directory), or a PostgreSQL \
            database (postgresql://HOST/DATABASE). Other users can see the arguments of a program: \
            passwords belong into ~/.pgpass, or the address into the variable SWIFTDATA_HUB_URL.
            """,
        version: JournalVersion.current
    )

    @Argument(help: "The address of the hub (default: $SWIFTDATA_HUB_URL).")
    var url: String?

    @Option(
        help: "Serve connections to a socket at this path instead of standard input.",
        completion: .file()
    )
    var socket: String?

    @Flag(help: "Serve the hub that the greeting of a connection names, as units of systemd do.")
    var anyHub = false

    @Option(help: "The program that connects to other machines.", completion: .file())
    var ssh = "ssh"

    @Option(help: "The command that serves a folder on another machine; its path is appended.")
    var remoteCommand = "journal sync serve"

    static func main() {
        StandardDescriptors.openMissing()
        // A lost connection is the failure of a call.
        signal(SIGPIPE, SIG_IGN)
        main(nil)
    }

    func validate() throws {
        guard !anyHub || url == nil && socket == nil else {
            throw ValidationError("--any-hub cannot be combined with an address or a socket")
        }
    }

    func run() throws {
        if anyHub { return HubServer(input: 0, output: 1, opening: hub).run() }
        guard let text = url ?? CurrentProcess.variables["SWIFTDATA_HUB_URL"] else {
            throw ValidationError("Missing address of a hub; name a folder, for example.")
        }
        let source = try source(text)
        if let socket {
            try HubListener(at: socket, makeHub: source.makeHub).run()
        } else {
            HubServer(source.makeHub(), input: 0, output: 1).run()
        }
    }

    private func hub(at address: String) throws(HubError) -> any BlockingHub {
        try source(address).makeHub()
    }

    private func source(_ address: String) throws(HubError) -> HubSource {
        HubSource(try HubAddress(address), ssh: ssh, remoteCommand: remoteCommand)
    }
}
