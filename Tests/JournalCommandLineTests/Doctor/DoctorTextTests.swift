// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Testing

@testable import JournalCommandLine

struct DoctorTextTests {
    private let findings = [
        Finding("time zone", "Europe/Berlin, now 2026-11-23 07:00"),
        Finding(
            "socket",
            .warning,
            "/run/user/1000/journal/journal.sock was left behind by a daemon that ended",
            advice: "The next daemon replaces it, or: journal doctor --fix"
        ),
    ]

    private func lines(width: Int) -> [String] {
        let terminal = Terminal(isInteractive: true, hasColor: false, width: width)
        return DoctorText.lines(findings, for: terminal)
    }

    @Test func textsAreWrappedBesideTheirAreas() {
        let lines = lines(width: 60)
        #expect(
            lines == [
                "ok       time zone  Europe/Berlin, now 2026-11-23 07:00",
                "warning  socket     /run/user/1000/journal/journal.sock was",
                "                    left behind by a daemon that ended",
                "                    The next daemon replaces it, or: journal",
                "                    doctor --fix",
            ]
        )
    }

    @Test func textsAreBelowTheirAreasInANarrowTerminal() {
        let lines = lines(width: 40)
        #expect(
            lines == [
                "ok       time zone", "  Europe/Berlin, now 2026-11-23 07:00",
                "warning  socket", "  /run/user/1000/journal/journal.sock",
                "  was left behind by a daemon that ended",
                "  The next daemon replaces it, or:", "  journal doctor --fix",
            ]
        )
    }

    @Test func pipeGetsOneLinePerText() {
        let pipe = Terminal(isInteractive: false, hasColor: false, width: 40)
        let lines = DoctorText.lines(findings, for: pipe)
        #expect(lines.count == 3)
        #expect(lines[1].hasSuffix("was left behind by a daemon that ended"))
        #expect(lines[2].hasSuffix("    The next daemon replaces it, or: journal doctor --fix"))
    }

    @Test(arguments: [
        (15 << 20, "15 MiB free"), (10_239 << 20, "10239 MiB free"), (76_722 << 20, "74 GiB free"),
    ])
    func freeSpaceHasAReadableUnit(bytes: Int, text: String) {
        #expect(Doctor.freeSpace(bytes) == text)
    }
}
