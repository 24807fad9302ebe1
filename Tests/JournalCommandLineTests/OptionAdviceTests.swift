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

    @Test(arguments: [["list", "-n", "5"], ["list", "-n"], ["list", "--", "-n", "work"], []])
    func otherCommandLinesNeedNoAdvice(arguments: [String]) {
        #expect(OptionAdvice(arguments).notebook == nil)
    }
}
