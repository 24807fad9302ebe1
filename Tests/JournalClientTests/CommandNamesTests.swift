// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import Testing

struct CommandNamesTests {
    private let names = CommandNames(
        "journal",
        commands: [
            CommandNames("new"), CommandNames("list", aliases: ["ls"]), CommandNames("edit"),
            CommandNames("restore"), CommandNames("search", aliases: ["find"]),
            CommandNames(
                "notebook",
                commands: [CommandNames("list"), CommandNames("create"), CommandNames("rename")]
            ),
        ]
    )

    @Test(arguments: [
        ("lsit", "list"), ("nwe", "new"), ("serach", "search"), ("fnd", "search"),
        ("List", "list"), ("notebooks", "notebook"), ("rest", "restore"), ("lst", "list"),
    ])
    func aMistypedNameShowsTheOneThatWasMeant(word: String, meant: String) {
        let unknown = names.unknown(in: [word, "--json"])
        #expect(unknown?.corrected == [meant, "--json"])
        #expect(unknown?.error.message == "there is no command \"\(word)\"")
        #expect(
            unknown?.error.advice == "Did you mean: journal \(meant)\nSee: journal --help"
        )
        #expect(unknown?.error.exitStatus == 64)
    }

    @Test(arguments: ["dance", "add", "x", "Rain all day", ""])
    func aWordLikeNoneListsTheNames(word: String) {
        let unknown = names.unknown(in: [word])
        #expect(unknown != nil)
        #expect(unknown?.corrected == nil)
        #expect(
            unknown?.error.advice
                == "Commands: new, list, edit, restore, search, notebook\nSee: journal --help"
        )
    }

    @Test func aCommandOfACommandIsLookedUpThere() {
        let unknown = names.unknown(in: ["notebook", "crate", "Work"])
        #expect(unknown?.corrected == ["notebook", "create", "Work"])
        #expect(unknown?.error.message == "there is no command \"notebook crate\"")
        #expect(
            unknown?.error.advice
                == "Did you mean: journal notebook create\nSee: journal notebook --help"
        )
    }

    @Test(arguments: [
        [], ["--json"], ["list", "everything"], ["ls", "-x"], ["find"], ["notebook"],
        ["notebook", "--json"], ["notebook", "create", "list"],
    ])
    func whereEachWordNamesACommandThereIsNothingToSay(arguments: [String]) {
        #expect(names.unknown(in: arguments) == nil)
    }
}
