// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalCommandLine
import Testing

struct CommandSuggestionsTests {
    private let names = CommandSuggestions(
        "journal",
        commands: [
            CommandSuggestions("new"), CommandSuggestions("list", aliases: ["ls"]),
            CommandSuggestions("edit"),
            CommandSuggestions("restore"), CommandSuggestions("search", aliases: ["find"]),
            CommandSuggestions(
                "notebook",
                commands: [
                    CommandSuggestions("list"), CommandSuggestions("create"),
                    CommandSuggestions("rename"),
                ]
            ),
        ]
    )

    @Test(arguments: [
        ("lsit", "list"), ("nwe", "new"), ("serach", "search"), ("fnd", "search"),
        ("List", "list"), ("notebooks", "notebook"), ("rest", "restore"), ("lst", "list"),
    ])
    func mistypedNameSuggestsTheSimilarOne(word: String, meant: String) {
        let unknown = names.unknown(in: [word, "--json"])
        #expect(unknown?.corrected == [meant, "--json"])
        #expect(unknown?.error.message == "unknown command \"\(word)\"")
        #expect(
            unknown?.error.advice
                == "Did you mean: journal \(meant)\nTo write an entry: journal new TEXT\n"
                + "See: journal --help"
        )
        #expect(unknown?.error.exitStatus == 64)
    }

    @Test(arguments: ["dance", "add", "x", "Rain all day", ""])
    func unknownWordListsTheCommands(word: String) {
        let unknown = names.unknown(in: [word])
        #expect(unknown != nil)
        #expect(unknown?.corrected == nil)
        #expect(
            unknown?.error.advice
                == "Commands: new, list, edit, restore, search, notebook\n"
                + "To write an entry: journal new TEXT\nSee: journal --help"
        )
    }

    @Test(arguments: [
        (["Had a nice day"], true), (["Rain all day", "-t", "a"], true), (["list"], false),
        (["dance"], false), (["li st"], false), ([], false), (["- milk"], false), ([" "], false),
    ])
    func sentenceIsAText(arguments: [String], isText: Bool) {
        #expect(names.isText(arguments) == isText)
    }

    @Test func subcommandsAreSearched() {
        let unknown = names.unknown(in: ["notebook", "crate", "Work"])
        #expect(unknown?.corrected == ["notebook", "create", "Work"])
        #expect(unknown?.error.message == "unknown command \"notebook crate\"")
        #expect(
            unknown?.error.advice
                == "Did you mean: journal notebook create\nSee: journal notebook --help"
        )
    }

    @Test(arguments: [
        [], ["--json"], ["list", "everything"], ["ls", "-x"], ["find"], ["notebook"],
        ["notebook", "--json"], ["notebook", "create", "list"],
    ])
    func knownCommandsAreAccepted(arguments: [String]) {
        #expect(names.unknown(in: arguments) == nil)
    }

    @Test(arguments: [
        ([], 0), (["--json"], 0), (["unknown", "list"], 0), (["ls", "new"], 1), (["notebook"], 1),
        (["notebook", "create", "list"], 2), (["notebook", "-x", "create"], 1),
    ])
    func commandsAtTheBeginningAreCounted(arguments: [String], depth: Int) {
        #expect(names.depth(of: arguments) == depth)
    }
}
