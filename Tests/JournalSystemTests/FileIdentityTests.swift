// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalSystem
import Testing

struct FileIdentityTests {
    @Test func pathsAndDescriptorsOfOneFileAreEqual() throws {
        let folder = try TemporaryFolder()
        let (path, second) = (folder.path + "/a", folder.path + "/b")
        try Data().write(to: URL(filePath: path))
        try FileManager.default.linkItem(atPath: path, toPath: second)
        let identity = try #require(FileIdentity(path: path))
        #expect(FileIdentity(path: second) == identity)
        let descriptor = open(path, O_RDONLY)
        #expect(FileIdentity(descriptor: descriptor) == identity)
        close(descriptor)
        #expect(FileIdentity(path: folder.path) != identity)
    }

    @Test func missingFileHasNoIdentity() {
        #expect(FileIdentity(path: "/nowhere/at/all") == nil)
        #expect(FileIdentity(descriptor: -1) == nil)
    }
}
