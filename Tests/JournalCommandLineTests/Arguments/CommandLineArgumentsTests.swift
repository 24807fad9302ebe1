// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalCommandLine
import Testing

struct CommandLineArgumentsTests {
    private static let commands = CommandSuggestions(
        "journal",
        commands: [
            CommandSuggestions("new"), CommandSuggestions("list", aliases: ["ls"]),
            CommandSuggestions(
                "notebook",
                commands: [CommandSuggestions("list"), CommandSuggestions("create")]
            ),
        ]
    )

    private func reordered(_ arguments: [String], fallback: String? = nil) -> [String] {
        CommandLineArguments(arguments).reordered(for: Self.commands, fallback: fallback)
    }

    @Test(arguments: [
        (["--json", "new"], ["new", "--json"]),
        (["--timeout", "3", "new", "a", "b"], ["new", "--timeout", "3", "a", "b"]),
        (["--timeout=3", "--no-start", "ls"], ["ls", "--timeout=3", "--no-start"]),
        (
            ["--socket", "/s", "--jsonl", "list", "-n", "x"],
            ["list", "--socket", "/s", "--jsonl", "-n", "x"]
        ),
        (["--json", "notebook"], ["notebook", "--json"]),
        (["--json", "notebook", "create", "x"], ["notebook", "create", "--json", "x"]),
        (["--color", "never", "new", "--", "-x"], ["new", "--color", "never", "--", "-x"]),
        (["--json", "--help"], ["--json", "--help"]),
        (["--json", "unknown"], ["--json", "unknown"]),
        (["A nice day", "-t", "a"], ["new", "A nice day", "-t", "a"]),
        (["--json", "A nice day"], ["new", "--json", "A nice day"]),
    ])
    func commonOptionsMoveBehindTheCommand(arguments: [String], expected: [String]) {
        #expect(reordered(arguments, fallback: "new") == expected)
    }

    @Test(arguments: [
        (["help"], []), (["help", "undo", "--no-pager"], ["undo"]),
        (["--color", "never", "help", "tag", "--timeout", "3", "list"], ["tag", "list"]),
        (["help", "undo", "--list", "3"], ["undo"]), (["help", "--help"], []),
        (["undo", "help"], nil), (["--json", "undo"], nil), ([], nil),
    ])
    func helpIgnoresOptions(arguments: [String], words: [String]?) {
        #expect(CommandLineArguments.ofHelp(arguments) == words.map { ["help"] + $0 })
    }

    @Test(arguments: [
        [], ["new", "--json"], ["list"], ["--help"], ["-h"], ["--version"],
        ["--generate-completion-script", "bash"], ["--generate-completion-script=bash"],
    ])
    func otherArgumentsAreUnchanged(arguments: [String]) {
        #expect(reordered(arguments) == arguments)
    }

    @Test(arguments: [
        ([], ["new"]), (["--json"], ["new", "--json"]), (["-t", "a"], ["new", "-t", "a"]),
        (["--timeout", "3", "--star"], ["new", "--timeout", "3", "--star"]),
        (["--timeout"], ["new", "--timeout"]),
    ])
    func lineWithoutACommandGetsTheFallback(arguments: [String], expected: [String]) {
        #expect(CommandLineArguments(arguments).lacksCommand)
        #expect(reordered(arguments, fallback: "new") == expected)
    }

    @Test(arguments: [
        (["new", "-5 degrees here"], "-5 degrees here"), (["-ahead"], "-ahead"),
        (["new", "-t", "-hello"], "-hello"), (["new", "-x", "-sh=1"], "-sh=1"),
        (["new", "-h"], nil), (["new", "-hello", "--help"], nil), (["-help"], nil),
        (["new", "--", "-hello"], nil), (["new", "- no"], nil), (["new", "the"], nil),
        (["--generate-completion-script=fish"], nil), (["list", "--this"], nil),
    ])
    func wordWithAnHIsNoRequestForHelp(arguments: [String], word: String?) {
        #expect(CommandLineArguments.wordTakenForHelp(arguments) == word)
    }

    @Test(arguments: [
        (["-rain", "-n", "5"], ["\0-rain", "-n", "5"]), (["-n5", "-l20"], ["-n5", "-l20"]),
        (["-tag:a", "--json", "-x"], ["\0-tag:a", "--json", "-x"]), (["-nice"], ["\0-nice"]),
        (["a", "--", "-rain"], ["a", "--", "-rain"]), (["-t=a", "-"], ["-t=a", "-"]),
    ])
    func excludedWordsAreMarked(arguments: [String], expected: [String]) {
        #expect(CommandLineArguments.markingExcludedWords(arguments) == expected)
    }
}
