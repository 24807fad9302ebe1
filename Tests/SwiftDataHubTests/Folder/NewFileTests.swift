// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataHub
import Testing

struct NewFileTests {
    @Test func folderMayHaveAnyName() {
        let file = NewFile(path: "/mnt/B\u{FC}cher und e\u{301}t\u{E9}/0-1-f", usesLinks: true)
        #expect(file.folder == "/mnt/B\u{FC}cher und e\u{301}t\u{E9}")
        #expect(file.name == "0-1-f")
    }

    @Test func temporaryNameIsHiddenUniqueAndRecognized() {
        let names = (0..<10).map { _ in TemporaryName(of: "0-1-f").description }
        #expect(Set(names).count == 10)
        #expect(names.allSatisfy { $0.hasPrefix(".0-1-f.") && TemporaryName($0) != nil })
        #expect(names.allSatisfy { !HubName.isWord($0) })
    }

    @Test(arguments: [
        "0-1-f", ".tmp", ".0-1-f.tmp", ".0-1-f.0123456789abcde.tmp", ".syncthing.0-1-f.tmp",
        ".0-1-f.0123456789abcdef.tmp~", ".A.0123456789abcdef.tmp", "..0123456789abcdef.tmp",
    ])
    func hiddenFilesOfOtherProgramsAreNotTemporaryFiles(name: String) {
        #expect(TemporaryName(name) == nil)
    }
}
