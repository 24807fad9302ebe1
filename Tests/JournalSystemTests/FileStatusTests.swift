// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalSystem
import Testing

struct FileStatusTests {
    @Test func lastLinkIsNotFollowed() throws {
        let folder = try TemporaryFolder()
        let link = folder.path + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link,
            withDestinationPath: folder.path
        )
        #expect(chmod(folder.path, 0o750) == 0)
        let status = try #require(FileStatus(path: folder.path))
        #expect(status == FileStatus(type: .directory, owner: geteuid(), permissions: 0o750))
        #expect(FileStatus(path: link)?.type == .link)
        #expect(FileStatus(path: "/dev/null")?.type == .other)
        #expect(FileStatus(path: folder.path + "/none") == nil)
    }
}
