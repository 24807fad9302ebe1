// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
@testable import SwiftDataHub
import SwiftDataSpace
import Testing

/// A place for objects that the conformance suite tests.
enum HubUnderTest: Sendable, CustomTestStringConvertible {
    case memory
    case folder
    /// A folder of a medium, without links.
    case medium
    /// A folder that the program `swiftdata-hub` serves to each machine.
    case program
    /// A hub of a user, which the program serves.
    case address(String)

    /// The kinds, with the addresses in the variable `SWIFTDATA_HUB_TEST_URLS`, separated by
    /// spaces.
    static let all: [HubUnderTest] = {
        let variable = ProcessInfo.processInfo.environment["SWIFTDATA_HUB_TEST_URLS"] ?? ""
        let addresses = variable.split(separator: " ").map { HubUnderTest.address(String($0)) }
        return [.memory, .folder, .medium, .program] + addresses
    }()

    var testDescription: String { "\(self)" }

    /// Creates the place.
    func make() async throws -> Place {
        let place = try newPlace()
        try await place.open().create()
        return place
    }

    private func newPlace() throws -> Place {
        switch self {
        case .memory:
            let hub = MemoryHub()
            return Place { hub }
        case .folder, .medium:
            let folder = try TemporaryFolder()
            let usesLinks = if case .folder = self { true } else { false }
            return Place(folder, hasOneWinner: usesLinks) {
                try ThreadedHub(
                    FolderHub(folder.path, pollInterval: .seconds(3_600), usesLinks: usesLinks)
                )
            }
        case .program:
            let folder = try TemporaryFolder()
            return Place(folder) { try ThreadedHub(RemoteHub(program: [folder.path])) }
        case .address(let address):
            // Options of the program, such as the command on another machine, are in its variables.
            let variable = "SWIFTDATA_HUB_TEST_OPTIONS"
            let options = ProcessInfo.processInfo.environment[variable] ?? ""
            let arguments = options.split(separator: " ").map(String.init) + [address]
            return Place { try ThreadedHub(RemoteHub(program: arguments)) }
        }
    }

    /// A hub that can be opened several times, as by several machines.
    struct Place: Sendable {
        let space = SpaceID.random()
        let folder: TemporaryFolder?
        /// Whether only one of two machines that put other bytes at the same time succeeds.
        let hasOneWinner: Bool
        let open: @Sendable () throws -> any SyncHub

        init(
            _ folder: TemporaryFolder? = nil,
            hasOneWinner: Bool = true,
            open: @escaping @Sendable () throws -> any SyncHub
        ) {
            self.folder = folder
            self.hasOneWinner = hasOneWinner
            self.open = open
        }
    }
}

extension RemoteHub {
    /// Creates a hub that the program `swiftdata-hub` serves.
    convenience init(program arguments: [String]) throws {
        let program = try BuiltProgram.path()
        self.init { () throws(HubError) in
            try WireConnection(starting: [program] + arguments, name: "swiftdata-hub")
        }
    }
}
