// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalCommandLine
import Testing

struct ConditionAdviceTests {
    @Test(arguments: [
        ("since:friday", "the condition is after:friday"),
        ("probe Since:2026-11-21", "the condition is after:2026-11-21"),
        ("until:today", "the condition is before:today, which excludes the day"),
    ])
    func nameOfAnOptionIsNoCondition(query: String, advice: String) {
        #expect(ConditionAdvice.text(query)?.hasSuffix(advice) == true)
    }

    @Test(arguments: ["", "after:friday", "since", "since:", ":friday", "note:since", "a b"])
    func otherQueriesNeedNoAdvice(query: String) {
        #expect(ConditionAdvice.text(query) == nil)
    }
}
