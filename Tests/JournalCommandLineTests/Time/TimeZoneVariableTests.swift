// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct TimeZoneVariableTests {
    private func problem(_ value: String) -> String? {
        let files = ["Europe/Berlin", "/etc/localtime", "../../etc/passwd"]
        return TimeZoneVariable(value: value, isFile: files.contains).problem
    }

    @Test(arguments: [
        "", "UTC", ":Europe/Berlin", "Europe/Berlin", "/etc/localtime", "EST5EDT",
        "CET-1CEST,M3.5.0,M10.5.0/3", "<+03>-3", "<-03>3",
    ])
    func zoneIsValid(value: String) {
        #expect(problem(value) == nil)
    }

    @Test(arguments: ["Europe/Berln", "../../etc/passwd", "CEST", "+2", "<+03", "/nowhere", "Mars"])
    func otherValueIsNamed(value: String) {
        #expect(problem(value)?.hasPrefix("TZ is \"\(value)\", which is no time zone") == true)
    }
}
