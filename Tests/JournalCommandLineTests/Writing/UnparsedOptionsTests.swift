// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct UnparsedOptionsTests {
    @Test func optionsAreReadBesideUnknownOnes() {
        let options = UnparsedOptions([
            "words", "--bogus", "-N", "work", "--tag=build,b", "-t", "c", "-s", "--at=1 jan",
            "--no-text-tags", "--template", "daily", "--", "-N", "text",
        ])
        #expect(options.notebook == "work")
        #expect(options.tags == ["build", "b", "c"])
        #expect(options.starred == true)
        #expect(options.date == "1 jan")
        #expect(options.textTags == false)
        #expect(options.template == "daily")
        #expect(!options.hasSearch)
    }

    @Test(arguments: [["-N", "--bogus"], ["-N"], ["--notebok", "work"], ["-N", "w\u{FFFD}rk"]])
    func unreadableValueIsLeftOut(arguments: [String]) {
        #expect(UnparsedOptions(arguments) == UnparsedOptions([]))
    }

    @Test func tagsToRemoveAreReadAndOptionsAreNot() {
        let options = UnparsedOptions([
            "-t", "-old", "--remove-tag", "-x-", "--add-tag=+y", "-t", "-N",
        ])
        #expect(options.tags == ["-old"])
        #expect(options.removeTags == ["-x-"])
        #expect(options.addTags == ["+y"])
    }

    @Test func optionsOfAnEditAreRead() {
        let options = UnparsedOptions(["--no-star", "--no-tags", "--search", "-x", "--jsn"])
        #expect(options.starred == false)
        #expect(options.tags == [])
        #expect(options.hasSearch)
    }
}
