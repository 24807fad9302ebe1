// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalCommandLine
import Testing

struct OptionAdviceTests {
    @Test func nameAfterTheOptionOfANumberIsANotebook() {
        let advice = OptionAdvice(["list", "-n", "work"]).notebook
        #expect(advice?.hasSuffix("journal list -N work") == true)
        #expect(
            OptionAdvice(["-n", "work", "text"]).notebook?.hasSuffix("journal -N work") == true
        )
    }

    @Test func wordOfOneLetterThatASearchExcludesIsPutLast() {
        let advice = OptionAdvice(["search", "probe", "-x"])
        #expect(
            advice.excludedWord("Unknown option '-x'\nUsage: journal search")
                == "\nTo exclude the word \"x\", put it last, after --: journal search WORDS -- -x"
        )
        #expect(advice.excludedWord("Missing expected argument '<query>'") == nil)
        let others = [["search", "--bread"], ["search", "--", "-x"], ["search"], []]
        for arguments in others {
            let error = "Unknown option '\(arguments.last ?? "")'"
            #expect(OptionAdvice(arguments).excludedWord(error) == nil)
        }
    }

    @Test(arguments: [["list", "-n", "5"], ["list", "-n"], ["list", "--", "-n", "work"], []])
    func otherCommandLinesNeedNoAdvice(arguments: [String]) {
        #expect(OptionAdvice(arguments).notebook == nil)
    }
}
