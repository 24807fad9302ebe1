// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalSystem
import Testing

struct FilePathTests {
    @Test func onlyMissingFoldersAreReturned() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path + "/file"))
        #expect(FilePath.missingFolder(of: folder.path + "/new") == nil)
        #expect(FilePath.missingFolder(of: folder.path + "/file") == nil)
        #expect(FilePath.missingFolder(of: "/new") == nil)
        for missing in [folder.path + "/a", folder.path + "/a/b", folder.path + "/file"] {
            #expect(FilePath.missingFolder(of: missing + "/new") == missing)
        }
    }

    @Test(arguments: [
        ("a", true), ("a/b.md", true), ("a..b/..c", true), ("", false), ("/a", false),
        ("..", false), ("a/../../b", false), ("a/..", false), ("a\u{0}b", false),
    ])
    func pathsOfArchivesStayInTheirFolder(path: String, isInside: Bool) {
        #expect(FilePath.isInside(path) == isInside)
    }
}
