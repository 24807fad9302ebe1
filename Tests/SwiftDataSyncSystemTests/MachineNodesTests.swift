// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftDataSync
import Testing

@testable import SwiftDataSyncSystem

struct MachineNodesTests {
    private static func withNodes(_ body: (MachineNodes, IdentityFile) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "nodes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = IdentityFile(ofStore: folder.appending(path: "store").path)
        try body(MachineNodes(file: file), file)
    }

    /// The decision about a store with a node that was made for a store.
    private static func decision(
        _ nodes: MachineNodes,
        of node: NodeID,
        madeFor store: String = "store",
        pausing: Bool = true
    ) throws -> IdentityFacts.Decision {
        try nodes.decide(
            aboutStore: "store",
            boundTo: NodeBinding(node: node, store: store),
            pausesAfterRestoration: pausing
        )
    }

    @Test func newNodesAreAtTheEndOfTheFile() throws {
        try Self.withNodes { nodes, _ in
            #expect(try nodes.all == [])
            let first = try nodes.add()
            let second = try nodes.add()
            #expect(first != second)
            #expect(try nodes.all == [first, second])
        }
    }

    @Test func adoptedNodesAreEarlierOnes() throws {
        try Self.withNodes { nodes, file in
            try nodes.adopt([])
            #expect(try file.read() == .missing)
            let own = try nodes.add()
            let removed = [NodeID(rawValue: 3), NodeID(rawValue: 4)]
            try nodes.adopt(Set(removed + [own]))
            #expect(try nodes.all == removed + [own])
        }
    }

    @Test func storeWithThePresentNodeKeepsIt() throws {
        try Self.withNodes { nodes, _ in
            let earlier = try nodes.add()
            let present = try nodes.add()
            #expect(try Self.decision(nodes, of: present) == .keep)
            #expect(try Self.decision(nodes, of: earlier) == .replace)
        }
    }

    @Test func storeWithoutAFileMovesItsLog() throws {
        try Self.withNodes { nodes, file in
            let decision = try Self.decision(nodes, of: NodeID(rawValue: 1))
            #expect(decision == .replace)
            // The decision itself writes nothing.
            let found = try file.read()
            #expect(found == .missing)
        }
    }

    @Test func onlyProgramsThatAskForItPauseAfterARestoration() throws {
        try Self.withNodes { nodes, _ in
            let node = try nodes.add()
            #expect(try Self.decision(nodes, of: node, madeFor: "earlier") == .pause)
            #expect(
                try Self.decision(nodes, of: node, madeFor: "earlier", pausing: false) == .replace
            )
        }
    }

    @Test func machineHasTheNameOfItsKernel() throws {
        let path = "/proc/sys/kernel/hostname"
        let name = try String(contentsOfFile: path, encoding: .utf8)
            .trimmingCharacters(in: .newlines)
        #expect(HostName.current == (name.isEmpty ? nil : name))
    }
}
