// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalSystem
import Testing

struct ParentFolderTests {
    @Test func onlyMissingFoldersAreReturned() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(filePath: folder.path + "/file"))
        #expect(ParentFolder.missing(of: folder.path + "/new") == nil)
        #expect(ParentFolder.missing(of: folder.path + "/file") == nil)
        #expect(ParentFolder.missing(of: "/new") == nil)
        for missing in [folder.path + "/a", folder.path + "/a/b", folder.path + "/file"] {
            #expect(ParentFolder.missing(of: missing + "/new") == missing)
        }
    }
}
