// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalTransfer

/// The backslashes and the links of texts of Day One.
struct DayOneTextTests {
    @Test(arguments: [
        ("plain", "plain"), (#"a\.b\-c\!"#, "a.b-c!"), (#"\\"#, #"\"#), (#"\a\1"#, #"\a\1"#),
        (#"end\"#, #"end\"#), (#"\é"#, #"\é"#), (#"\\."#, #"\."#), (#"\\\."#, #"\."#),
        (#"\["#, "["), (#"\~"#, "~"), (#"\ "#, #"\ "#),
        ("```\na\\.b\n```\na\\.b", "```\na\\.b\n```\na.b"),
        ("```\na\\.b", "```\na\\.b"),
    ])
    func marksBeforePunctuationAreRemoved(text: String, plain: String) {
        #expect(DayOneText.plain(text, names: [:]) == plain)
    }

    @Test(arguments: [
        "plain", #"a\.b"#, #"C:\dir"#, #"\"#, #"a\\b"#, "```\n\\.\n```\n\\.", "", "\n\\",
        #"\é\["#,
    ])
    func everyTextComesBack(text: String) {
        let written = DayOneText.escaped(text, identifiers: [:])
        #expect(DayOneText.plain(written, names: [:]) == text)
    }

    @Test(arguments: [
        ("![](dayone-moment://A)", "![](a.jpg)"),
        ("x ![](dayone-moment:/video/A) y", "x ![](a.jpg) y"),
        ("![](dayone-moment://A)![](dayone-moment://B)", "![](a.jpg)![](b.mov)"),
        ("![](dayone-moment://C)", "![](dayone-moment://C)"),
        ("![](dayone-moment://A", "![](dayone-moment://A"),
        ("![](dayone-moment:/)", "![](dayone-moment:/)"),
        ("[](dayone-moment://A)", "[](dayone-moment://A)"),
        ("```\n![](dayone-moment://A)\n```", "```\n![](dayone-moment://A)\n```"),
    ])
    func linksAreNames(text: String, plain: String) {
        #expect(DayOneText.plain(text, names: ["A": "a.jpg", "B": "b.mov"]) == plain)
    }

    @Test func namesAreLinks() {
        let identifiers = ["a.jpg": "A", "b.mov": "B"]
        let text = "![](a.jpg) and ![](a.jpg)![](b.mov), not ![](c.jpg) or [](a.jpg)"
        #expect(
            DayOneText.escaped(text, identifiers: identifiers)
                == "![](dayone-moment://A) and ![](dayone-moment://A)![](dayone-moment://B), "
                + "not ![](c.jpg) or [](a.jpg)"
        )
    }
}
