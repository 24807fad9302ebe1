// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Testing

@testable import SwiftDataCloud

/// Files that only the user can read.
struct PrivateFileTests {
    private static let content = [UInt8](0..<200)

    @Test func contentIsReadAsItWasWritten() throws {
        let folder = try TemporaryFolder()
        let file = PrivateFile(folder.url.appending(path: "deep/file"))
        #expect(try file.read(limit: 10) == nil)
        try file.create(Self.content)
        #expect(try file.read(limit: 200) == Self.content)
        #expect(throws: CloudError.self) { try file.create([1]) }
        try file.replace(with: [2])
        #expect(try file.read(limit: 200) == [2])
    }

    @Test func aCallThatWritesAPartIsFollowedByOthers() {
        var written: [UInt8] = []
        var calls = 0
        let isWritten = PrivateFile.write(Self.content) { bytes in
            calls += 1
            if calls % 2 == 0 {
                errno = EINTR
                return -1
            }
            written += bytes.prefix(64)
            return min(bytes.count, 64)
        }
        #expect(isWritten && written == Self.content && calls == 7)
    }

    @Test(arguments: [-1, 0])
    func aCallThatWritesNothingIsAnError(result: Int) {
        var calls = 0
        let isWritten = PrivateFile.write(Self.content) { _ in
            calls += 1
            errno = ENOSPC
            return calls == 1 ? 64 : result
        }
        #expect(!isWritten && calls == 2)
    }
}
