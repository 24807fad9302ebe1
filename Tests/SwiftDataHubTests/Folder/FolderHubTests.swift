// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
@testable import SwiftDataHub
import SwiftDataSpace
import Testing

struct FolderHubTests {
    private let folder: TemporaryFolder
    private let hub: FolderHub
    private let space = SpaceID.random()

    init() throws {
        folder = try TemporaryFolder()
        hub = FolderHub(folder.path)
        try hub.create()
    }

    @Test func objectIsAFileOfItsName() throws {
        let name = try space.object(1)
        try hub.put([104, 105], as: name)
        #expect(Set(folder.files) == [FolderHub.marker, "\(name)"])
        let content = try Data(contentsOf: URL(filePath: "\(folder.path)/\(name)"))
        #expect(content == Data([104, 105]))
    }

    @Test func filesOfOtherProgramsAreIgnored() throws {
        let name = try space.object(1)
        try hub.put([1], as: name)
        for path in [
            "\(name).sync-conflict-20261127-120000-ABCDEFG", ".stfolder/x", "README.md", "\(name)~",
            "\(space)/log/00000000000000a1/.syncthing.a.tmp", "\(space)/log/Thumbs.db", "log/a1/x",
            "\(space)/.stversions/a", "\(space)/a/b/c/d", "\(space)/space (conflicted copy)",
        ] {
            try folder.write("x", to: path)
        }
        let link = "\(folder.path)/\(space)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc")
        #expect(try hub.list(HubPrefix(space: space)).names == [name])
        #expect(try hub.spaces().isEmpty)
    }

    @Test func linksAndFoldersAreNoObjects() throws {
        try hub.put([1], as: try space.object(1))
        let link = "\(folder.path)/\(space)/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/etc/passwd")
        for path in ["link", "log"] {
            let name = try space.name(path)
            let error = #expect(throws: HubError.self) { try hub.get(name) }
            #expect(error?.code == .damaged)
        }
    }

    @Test func linksAreNotFollowedToOtherFolders() throws {
        let other = try TemporaryFolder()
        try other.write("x", to: "0-1-f")
        try hub.put([1], as: try space.object(1))
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder.path)/\(space)/log/b",
            withDestinationPath: other.path
        )
        let (name, new) = (try space.name("log/b/0-1-f"), try space.name("log/b/1-2-f"))
        let calls: [() throws -> Void] = [
            { _ = try hub.get(name) }, { try hub.put([1], as: new) }, { try hub.delete(name) },
        ]
        for call in calls {
            let error = #expect(throws: HubError.self) { try call() }
            #expect(error?.code == .damaged)
        }
        #expect(other.files == ["0-1-f"])
    }

    /// A scan that skips a folder with an error would look like a hub without the objects.
    @Test func folderThatCannotBeReadIsNotEmpty() throws {
        let path = "\(folder.path)/\(space)"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
        let error = #expect(throws: HubError.self) { try hub.list(HubPrefix(space: space)) }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("cannot read \(path)") == true)
    }

    @Test func remainsOfInterruptedPutsAreDeletedAfterADay() throws {
        let name = try space.object(1)
        try hub.put([1], as: name)
        let paths = (0..<2).map { _ in
            "\(space)/log/00000000000000a1/\(TemporaryName(of: "0-1-f"))"
        }
        for path in paths { try folder.write("x", to: path) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -90_000)],
            ofItemAtPath: "\(folder.path)/\(paths[0])"
        )
        #expect(try hub.list(HubPrefix(space: space)).names == [name])
        #expect(Set(folder.files) == [FolderHub.marker, "\(name)", paths[1]])
    }

    @Test func failedPutLeavesNoFile() throws {
        let name = try space.name("log/a1")
        try hub.put([1], as: try space.name("log/a1/0-1-f"))
        #expect(throws: HubError.self) { try hub.put([1], as: name) }
        #expect(folder.files.count == 2)
    }

    @Test func missingFolderIsUnreachable() throws {
        let hub = FolderHub(folder.path + "/missing/hub")
        let name = try space.object(1)
        for call in calls(on: hub, name) {
            let error = #expect(throws: HubError.self) { try call() }
            #expect(error?.code == .unreachable)
            #expect(error?.message.contains("mount the medium or create") == true)
        }
    }

    /// The folder of a stick that is not mounted is empty.
    @Test func emptyFolderIsNoHub() throws {
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(FolderHub.marker)")
        for call in calls(on: hub, try space.object(1)).dropLast() {
            let error = #expect(throws: HubError.self) { try call() }
            #expect(error?.code == .notHub)
        }
        #expect(folder.files.isEmpty)
    }

    @Test func fileIsNoHub() throws {
        try folder.write("x", to: "file")
        let hub = FolderHub(folder.path + "/file")
        let error = #expect(throws: HubError.self) { try hub.spaces() }
        #expect(error?.code == .notHub)
    }

    @Test func folderWithASpaceIsAHubWithoutItsHiddenFile() throws {
        try hub.put([1], as: try space.object(1))
        try FileManager.default.removeItem(atPath: "\(folder.path)/\(FolderHub.marker)")
        #expect(try hub.list(HubPrefix(space: space)).items.count == 1)
        #expect(try hub.list(HubPrefix(space: .random())).items.isEmpty)
        #expect(try hub.spaces().isEmpty)
    }

    /// Not even root can create files there.
    @Test func folderThatCannotBeWrittenDeniesIt() {
        let error = #expect(throws: HubError.self) { try FolderHub("/sys").create() }
        #expect(error?.code == .denied)
    }

    private func calls(on hub: FolderHub, _ name: HubName) -> [() throws -> Void] {
        [
            { _ = try hub.spaces() },
            { _ = try hub.list(HubPrefix(space: name.space)) },
            { _ = try hub.get(name) },
            { try hub.put([1], as: name) },
            { try hub.delete(name) },
            {
                try hub.wait(
                    for: HubPrefix(space: name.space),
                    toDifferFrom: HubMark(rawValue: 1),
                    until: .distant,
                    interruptedBy: -1
                )
            },
            { try hub.create() },
        ]
    }
}
