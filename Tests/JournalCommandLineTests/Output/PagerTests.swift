// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

@testable import JournalCommandLine

struct PagerTests {
    private static let terminal = Terminal(
        isInteractive: true,
        hasColor: false,
        width: 10,
        height: 3
    )

    @Test(arguments: [
        (["PAGER": "/bin/sh"], true), (["PAGER": "sh -x"], true), (["PAGER": ""], false),
        (["PAGER": "cat"], false), (["PAGER": "/nonexistent/pager"], false),
        (["PAGER": "/bin/sh", "TERM": "dumb"], false),
    ])
    func variablesChooseThePager(variables: [String: String], isChosen: Bool) {
        let environment = Environment(variables)
        #expect((Pager(Self.terminal, environment: environment) != nil) == isChosen)
        var other = Self.terminal
        other.isInteractive = false
        #expect(Pager(other, environment: environment) == nil)
        other = Self.terminal
        other.height = 0
        #expect(Pager(other, environment: environment) == nil)
    }

    @Test(arguments: [
        ("", 1), ("0123456789", 1), ("0123456789a", 2), ("a\nb", 2), ("日本語日本語", 2),
        ("\u{1B}[1m0123456789\u{1B}[0m", 1),
    ])
    func rowsAreCounted(line: String, rows: Int) {
        #expect(Pager.rows(of: line, width: 10) == rows)
    }
}
