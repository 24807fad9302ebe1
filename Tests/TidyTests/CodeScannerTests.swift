// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

struct CodeScannerTests {
    @Test(arguments: [
        ("a // b", "a     "),
        ("a /* b /* c */ d */ e", "a                   e"),
        (#"a("b // c")"#, #"a("      ")"#),
        (#""a\(b + "c" + d(1))e""#, #"" \(b + " " + d(1)) ""#),
        (#""a\"b" + c"#, #""    " + c"#),
        ("#\"a\\(b)\\#(c)\"# + d", "#\"     \\#(c)\"# + d"),
        ("\"\"\"\na \"b\" \\(c)\n\"\"\" + d", "\"\"\"\n      \\(c)\n\"\"\" + d"),
        ("#if A", "#if A"),
    ])
    func commentsAndStringsAreBlanked(text: String, code: String) {
        #expect(CodeScanner.code(of: text) == code)
    }

    @Test func lineNumbersAreKept() {
        let text = "a\n/* b\nc */ d\n\"\"\"\n  e\n  \"\"\"\nf"
        let source = SwiftSource(path: "x.swift", text: text)
        #expect(source.code.count == source.lines.count)
        #expect(source.code.last == "f")
    }
}
