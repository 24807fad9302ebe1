// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftDataHub
import SwiftDataSpace
import Testing

struct HubNameTests {
    private let space = "0f0e0d0c-0b0a-4908-8706-050403020100"

    @Test(arguments: ["space", "machines/a1-3", "log/a1/0-12m-f", "0", "a-"])
    func nameHasOneForm(path: String) throws {
        let name = try #require(HubName("\(space)/\(path)"))
        #expect(name.path == path)
        #expect(name.description == "\(space)/\(path)")
    }

    @Test(arguments: [
        "", "/", "a/", "/a", "a//b", "a/b/c/d", "A", "a.b", ".a", "..", "a/../b", "-a", "a b", "ä",
        "space.sync-conflict-20261127-120000-ABCDEFG", ".space.0123456789abcdef.tmp", "space~",
        "space (conflicted copy)", "a\0", "a\n",
    ])
    func otherFilesHaveNoName(path: String) {
        #expect(HubName("\(space)/\(path)") == nil)
    }

    @Test func longWordsAreNoNames() {
        let word = String(repeating: "a", count: HubLimits.wordLength)
        #expect(HubName("\(space)/\(word)") != nil)
        #expect(HubName("\(space)/\(word)a") == nil)
    }

    @Test(arguments: [
        "", "space", "0f0e0d0c-0b0a-4908-8706-05040302010", "0F0E0D0C-0B0A-4908-8706-050403020100",
        "0f0e0d0c00b0a-4908-8706-050403020100", "0f0e0d0c-0b0a-4908-8706-0504030201001",
        "+f0e0d0c-0b0a-4908-8706-050403020100", "..",
    ])
    func otherTextsAreNoSpaces(text: String) {
        #expect(SpaceID(text) == nil)
        #expect(HubName("\(text)/space") == nil)
        #expect(HubPrefix("\(text)/") == nil)
    }

    @Test func randomSpacesDifferAndReturnFromTheirText() {
        let spaces = Set((0..<100).map { _ in SpaceID.random() })
        #expect(spaces.count == 100)
        #expect(spaces.allSatisfy { SpaceID($0.description) == $0 })
        #expect(spaces.allSatisfy { "\($0)".dropFirst(14).first == "4" })
    }

    @Test(arguments: ["", "log", "log/", "log/a1/0", "machines/a-"])
    func prefixContainsLongerNames(path: String) throws {
        let prefix = try #require(HubPrefix("\(space)/\(path)"))
        let names = ["log/a1/0-1-f", "log", "machines/a-1", "space"].compactMap {
            HubName("\(space)/\($0)")
        }
        for name in names {
            let isInside = name.path.hasPrefix(path)
            #expect(prefix.contains(name) == isInside)
            #expect((name.path >= path && name.path < prefix.upperBound) == isInside)
        }
        #expect(prefix.description == "\(space)/\(path)")
    }

    @Test(arguments: ["/", "log//", "a/b/c/", "a/b/c/d", "..", "log/.", "log/A", "%"])
    func prefixIsTheBeginningOfAName(path: String) {
        #expect(HubPrefix("\(space)/\(path)") == nil)
    }

    @Test func namesAreOrderedByTheirBytes() throws {
        let names = ["a-b", "a/b", "a0", "aa"].compactMap { HubName("\(space)/\($0)") }
        #expect(names.count == 4)
        #expect(names.shuffled().sorted() == names)
    }
}
