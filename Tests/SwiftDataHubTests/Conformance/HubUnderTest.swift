// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataHub
import Testing

/// A place for objects that the conformance suite tests.
enum HubUnderTest: Sendable, CustomTestStringConvertible {
    case memory
    case folder
    /// A folder of a medium, without links.
    case medium

    static let all: [HubUnderTest] = [.memory, .folder, .medium]

    var testDescription: String { "\(self)" }

    /// Creates the place.
    func make() async throws -> Place {
        let place: Place
        switch self {
        case .memory:
            let hub = MemoryHub()
            place = Place { hub }
        case .folder, .medium:
            let folder = try TemporaryFolder()
            let usesLinks = if case .folder = self { true } else { false }
            place = Place(folder, hasOneWinner: usesLinks) {
                try ThreadedHub(
                    FolderHub(folder.path, pollInterval: .seconds(60), usesLinks: usesLinks)
                )
            }
        }
        try await place.open().create()
        return place
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
