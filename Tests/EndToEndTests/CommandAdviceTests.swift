// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

/// Command lines that are slightly wrong, and what the messages suggest.
struct CommandAdviceTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    @Test func usualFormsOfTheVersionAreUnderstood() throws {
        let version = try bed.journal("--version", timeout: nil).output
        for form in ["-v", "-V", "version"] {
            #expect(try bed.journal(form, timeout: nil).output == version, "\(form)")
        }
    }

    @Test func messagesNameTheCommandThatHelps() throws {
        try bed.journal("new", "both", "-t", "a,b c")
        let renamed = try bed.journal("tag", "rename", "a", "b c")
        #expect(renamed.status == 1)
        #expect(
            renamed.errors.contains("To merge the two tags: journal tag merge 'a' 'b c'"),
            "\(renamed.errors)"
        )
        let call = try bed.journal("rpc", "entry.lst")
        #expect(call.errors.contains("Did you mean: journal rpc entry.list"), "\(call.errors)")
        let date = try bed.journal("new", "words", "--at", "-1d")
        #expect(date.status == 64)
        #expect(date.errors.hasPrefix("journal: invalid date \"-1d\""), "\(date.errors)")
        #expect(date.errors.contains("\nA time such as 1d is in the past without a sign.\n"))
        #expect(try bed.journal("list", "--since", "-1d").status == 64)
    }

    @Test func numbersAreCounts() throws {
        for number in 1...3 { try bed.journal("new", "rain \(number)") }
        #expect(try bed.journal("list", "--all", "-n", "2").lines.count == 2)
        #expect(try bed.journal("list", "--on-this-day", "--count").line == "3")
        #expect(try bed.journal("list", "--on-this-day", "2025-01-01", "--count").line == "0")
        #expect(try bed.journal("search", "rain", "--count").line == "3")
        #expect(try bed.journal("search", "rain", "--count", "-n", "2").status == 64)
        let edited = try bed.journal("edit", "--search", "rain", "-n", "5000", "--star")
        #expect(edited.lines.count == 3, "\(edited.errors)")
        let found = try bed.run([
            "/bin/sh", "-c", #"TZ=Mars exec "$0" search on:today -n 2 --timeout 40"#, Built.journal,
        ])
        #expect(found.errors.hasPrefix("journal: TZ is \"Mars\", which is no time zone"))
    }

    @Test func longMessageOfAnAssistantIsAnError() throws {
        let script = #"head -c 9000000 /dev/zero | tr '\0' x | "$0" mcp --timeout 40"#
        let result = try bed.run(["/bin/sh", "-c", script, Built.journal])
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("a message is longer than"), "\(result.errors)")
    }
}
