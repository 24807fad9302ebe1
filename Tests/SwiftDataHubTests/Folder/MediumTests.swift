// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
@testable import SwiftDataHub
import SwiftDataSpace
import Testing

/// Media that are full, cannot be written, or are removed, in a namespace with mounts of its own.
struct MediumTests {
    private static let unshare = ["unshare", "--user", "--map-root-user", "--mount"]
    /// Whether this user may have namespaces.
    private static let hasNamespaces: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = unshare + ["mount", "-t", "tmpfs", "none", "/mnt"]
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    private let folder: TemporaryFolder
    private let space = SpaceID.random()

    init() throws { folder = try TemporaryFolder() }

    @Test(.enabled(if: hasNamespaces)) func fullMediumKeepsWhatItHas() throws {
        let hub = try hub("mount -t tmpfs -o size=300k none \"$1\"")
        try hub.create()
        let bytes = sampleBytes(50_000)
        var count = 0
        let error = #expect(throws: HubError.self) {
            while count < 100 {
                try hub.put(bytes, as: try space.object(count))
                count += 1
            }
        }
        #expect(error?.code == .full)
        #expect(count > 2)
        #expect(try hub.list(HubPrefix(space: space)).items.count == count)
        try hub.delete(try space.object(0))
        try hub.put(bytes, as: try space.object(count))
        #expect(try hub.get(try space.object(count)) == bytes)
    }

    @Test(.enabled(if: hasNamespaces)) func mediumThatCannotBeWrittenCanBeRead() throws {
        let own = FolderHub(folder.path)
        try own.create()
        let name = try space.object(1)
        try own.put([1], as: name)
        let hub = try hub("mount --bind \"$1\" \"$1\"; mount -o remount,bind,ro \"$1\"")
        #expect(try hub.get(name) == [1])
        try hub.put([1], as: name)
        for call in [{ try hub.put([1], as: try space.object(2)) }, { try hub.delete(name) }] {
            let error = #expect(throws: HubError.self) { try call() }
            #expect(error?.code == .denied)
            #expect(error?.message.contains("mount it for writing") == true)
        }
        #expect(try hub.list(HubPrefix(space: space)).names == [name])
    }

    /// The folder of a medium that is not mounted is empty.
    @Test func removedMediumIsNoHubUntilItReturns() throws {
        let (mount, away) = (folder.path + "/mount", folder.path + "/away")
        let hub = FolderHub(mount)
        try hub.create()
        let name = try space.object(1)
        try hub.put([1], as: name)
        try FileManager.default.moveItem(atPath: mount, toPath: away)
        try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
        let calls: [() throws -> Void] = [
            { _ = try hub.list(HubPrefix(space: space)) }, { _ = try hub.get(name) },
            { try hub.put([1], as: try space.object(2)) },
        ]
        for call in calls {
            let error = #expect(throws: HubError.self) { try call() }
            #expect(error?.code == .notHub)
            #expect(error?.message.contains("mount the medium") == true)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: mount).isEmpty)
        try FileManager.default.removeItem(atPath: mount)
        try FileManager.default.moveItem(atPath: away, toPath: mount)
        #expect(try hub.list(HubPrefix(space: space)).names == [name])
    }

    /// Returns a hub in a namespace, after a script with the folder as its parameter.
    private func hub(_ script: String) throws -> RemoteHub {
        let program = try BuiltProgram.path()
        let words =
            Self.unshare + [
                "sh", "-c", "\(script); exec \"$2\" \"$1\"", "sh", folder.path, program,
            ]
        return RemoteHub { () throws(HubError) in
            try WireConnection(starting: words, name: "swiftdata-hub")
        }
    }
}
