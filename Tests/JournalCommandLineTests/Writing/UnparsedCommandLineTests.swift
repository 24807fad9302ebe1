// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalCommandLine
import Testing

struct UnparsedCommandLineTests {
    @Test(arguments: [
        ["new"], ["new", "--notebok", "x"], ["new", "--notebok=x"], ["new", "-t", "a", "--strar"],
        ["new", "--"],
    ])
    func withoutWordsTheTextIsReadFromStandardInput(arguments: [String]) {
        let line = UnparsedCommandLine(arguments)
        #expect(line.retry == "journal new -")
        #expect(line.words == [])
    }

    @Test(arguments: [["new", "-"], ["new", "--notebok", "x", "-"]])
    func dashMeansStandardInput(arguments: [String]) {
        #expect(UnparsedCommandLine(arguments).words == ["-"])
    }

    @Test(arguments: [
        (["new", "word", "--strar"], ["word"]), (["new", "--notebok", "x", "word"], ["word"]),
        (["new", "--notebok=x", "word"], ["word"]),
        (["new", "-5", "degrees", "outside"], ["outside"]),
        (["new", "--strar", "--", "-", "x"], ["-", "x"]),
    ])
    func wordsAreNeitherOptionsNorTheirValues(arguments: [String], words: [String]) {
        let line = UnparsedCommandLine(arguments)
        #expect(line.retry == "journal new -")
        #expect(line.words == words)
    }

    @Test(arguments: [[], ["list", "--al"], ["delete", "8c5f", "--al"], ["search", "x"]])
    func otherCommandsTakeNoText(arguments: [String]) {
        #expect(UnparsedCommandLine(arguments).retry == nil)
    }

    @Test(arguments: [
        (["lsit"], "journal new -", []), (["lis", "-N", "work", "x"], "journal new -", ["x"]),
        (["dance", "x"], "journal new -", ["x"]), (["nwe", "x"], "journal new -", ["x"]),
        (["notebook", "crate"], "journal new -", ["crate"]),
        (["edti", "8c5f", "x"], "journal edit 8c5f -", ["x"]),
    ])
    func everyUnknownCommandMayHaveAText(
        arguments: [String],
        retry: String,
        words: [String]
    ) throws {
        let names = CommandSuggestions(
            "journal",
            commands: [
                CommandSuggestions("new"), CommandSuggestions("edit"), CommandSuggestions("list"),
                CommandSuggestions("notebook", commands: [CommandSuggestions("create")]),
            ]
        )
        let line = UnparsedCommandLine(
            arguments,
            unknown: try #require(names.unknown(in: arguments))
        )
        #expect(line.retry == retry)
        #expect(line.words == words)
    }

    @Test(arguments: [
        (["edit", "8c5f", "--jsn"], []), (["edit", "8c5f", "-", "--jsn"], ["-"]),
        (["edit", "8c5f", "new", "words", "--jsn"], ["new", "words"]),
    ])
    func textOfAnEditFollowsTheId(arguments: [String], words: [String]) {
        let line = UnparsedCommandLine(arguments)
        #expect(line.retry == "journal edit 8c5f -")
        #expect(line.words == words)
    }

    @Test(arguments: [["edit", "8c5f", "39b9", "--jsn"], ["edit", "8c5f", "39b9", "-", "--jsn"]])
    func idsOfSeveralEntriesAreNoWords(arguments: [String]) {
        let line = UnparsedCommandLine(arguments)
        #expect(line.retry == "journal edit 8c5f 39b9 -")
        #expect(line.words == (arguments.contains("-") ? ["-"] : []))
    }
}
