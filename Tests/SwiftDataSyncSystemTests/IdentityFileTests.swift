// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import SwiftDataSync
import Testing

@testable import SwiftDataSyncSystem

struct IdentityFileTests {
    private static let nodes = [NodeID(rawValue: 1), NodeID(rawValue: 2)]

    private static func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "identity-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    private static func file(in folder: URL, machine: String = "m1") throws -> IdentityFile {
        let digit = machine == "m1" ? "a" : "b"
        let path = folder.appending(path: machine).path
        try Data((String(repeating: digit, count: 32) + "\n").utf8).write(to: URL(filePath: path))
        return IdentityFile(
            ofStore: folder.appending(path: "store").path,
            machineIDPath: path
        )
    }

    /// Whether a store with the node 2 keeps it.
    private static func keepsNode(_ file: IdentityFacts.File) -> Bool {
        let binding = NodeBinding(node: nodes[1], store: "store")
        let facts = IdentityFacts(store: "store", binding: binding, file: file)
        return facts.decision(pausesAfterRestoration: true) == .keep
    }

    @Test func theNodeStaysWhereTheFileWasWritten() throws {
        try Self.withFolder { folder in
            let file = try Self.file(in: folder)
            #expect(try file.read() == .missing)
            for count in 1...3 {
                try file.write(nodes: Self.nodes)
                #expect(Self.keepsNode(try file.read()), "written \(count) times")
            }
            let moved = folder.appending(path: "moved")
            try FileManager.default.createDirectory(at: moved, withIntermediateDirectories: true)
            try FileManager.default.moveItem(
                atPath: file.path,
                toPath: moved.appending(path: "store.machine").path
            )
            #expect(Self.keepsNode(try Self.file(in: moved).read()))
        }
    }

    @Test func copiesAndOtherMachinesAreNoticed() throws {
        try Self.withFolder { folder in
            let file = try Self.file(in: folder)
            try file.write(nodes: Self.nodes)
            let other = try Self.file(in: folder, machine: "m2")
            #expect(try !Self.keepsNode(other.read()) && other.read().machineNodes == [])
            // As a backup program restores it: another file with the same content and time.
            let content = try Data(contentsOf: URL(filePath: file.path))
            let time = try FileManager.default.attributesOfItem(atPath: file.path)[
                .modificationDate
            ]
            let copy = folder.appending(path: "copy").path
            try content.write(to: URL(filePath: copy))
            try FileManager.default.setAttributes(
                [.modificationDate: try #require(time)],
                ofItemAtPath: copy
            )
            #expect(rename(copy, file.path) == 0)
            #expect(try !Self.keepsNode(file.read()) && file.read().machineNodes == Self.nodes)
            // A write into the same file.
            try file.write(nodes: Self.nodes)
            #expect(Self.keepsNode(try file.read()))
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000)],
                ofItemAtPath: file.path
            )
            #expect(try !Self.keepsNode(file.read()) && file.read().machineNodes == Self.nodes)
        }
    }

    @Test func onlyTheUserCanReadTheFile() throws {
        try Self.withFolder { folder in
            let file = try Self.file(in: folder)
            try file.write(nodes: Self.nodes)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        }
    }

    @Test func aFileThatIsLeftOverIsReplaced() throws {
        try Self.withFolder { folder in
            let file = try Self.file(in: folder)
            try file.write(nodes: Self.nodes)
            // As an interruption leaves it, before the new file is at its place.
            try Data("half".utf8).write(to: URL(filePath: file.path + ".new"))
            #expect(Self.keepsNode(try file.read()))
            try file.write(nodes: Self.nodes)
            #expect(Self.keepsNode(try file.read()))
        }
    }

    @Test func damagedFilesAreNotAnError() throws {
        try Self.withFolder { folder in
            let file = try Self.file(in: folder)
            let url = URL(filePath: file.path)
            let contents = [Data(), Data("text".utf8), Data(count: 200_000)]
            for content in contents {
                try content.write(to: url)
                #expect(try file.read() == .damaged)
            }
            try FileManager.default.removeItem(at: url)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            #expect(try file.read() == .damaged)
            try FileManager.default.removeItem(at: url)
            #expect(mkfifo(file.path, 0o600) == 0)
            #expect(try file.read() == .damaged)
            #expect(!Self.keepsNode(.damaged))
        }
    }

    @Test func filesOfLaterVersionsAreAnError() throws {
        try Self.withFolder { folder in
            let file = try Self.file(in: folder)
            try Data([0x53, 0x44, 0x49, 2]).write(to: URL(filePath: file.path))
            #expect { try file.read() } throws: { ($0 as? SyncError)?.code == .format }
        }
    }

    @Test func aFolderThatCannotBeWrittenIsAnError() throws {
        try Self.withFolder { folder in
            let file = IdentityFile(ofStore: folder.appending(path: "missing/store").path)
            #expect(throws: IdentityFileError.self) { try file.write(nodes: Self.nodes) }
            let found = try file.read()
            #expect(found == .missing)
        }
    }

    @Test func aMachineWithoutIdentifierHasAPlace() throws {
        try Self.withFolder { folder in
            let path = folder.appending(path: "store").path
            for content in ["", "uninitialized\n", "0123"] {
                let id = folder.appending(path: "id").path
                try Data(content.utf8).write(to: URL(filePath: id))
                let file = IdentityFile(ofStore: path, machineIDPath: id)
                try file.write(nodes: Self.nodes)
                #expect(Self.keepsNode(try file.read()))
            }
        }
    }
}
