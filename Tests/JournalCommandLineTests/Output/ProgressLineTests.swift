// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalProtocol
import Testing

@testable import JournalCommandLine

struct ProgressLineTests {
    @Test(
        arguments: [
            (WorkProgress(.read, done: 1200, of: 4800), 2.0, "1200 entries read, 25%, 600/s"),
            (WorkProgress(.delete, done: 1, of: 2), 0.1, "1 entry deleted, 50%"),
            (
                WorkProgress(.overwrite, done: 1, of: 4), 3.9,
                "overwriting deleted content, 25%, 3 s"
            ),
            (WorkProgress(.check), 0.5, "checking"),
            (WorkProgress(.wait), 7, "waiting for another change, 7 s"),
            (WorkProgress(.init(rawValue: "later"), done: 1), 0, "working"),
        ] as [(WorkProgress, Double, String)]
    )
    func lineSaysWhatIsDone(progress: WorkProgress, seconds: Double, text: String) {
        #expect(ProgressLine.text(progress, seconds: seconds) == text)
    }

    @Test(
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (9_949, "9.9 kB"),
            (12_345, "12 kB"), (999_400, "999 kB"), (1_000_000, "1.0 MB"), (52_428_800, "52 MB"),
            (1_234_567_890, "1.2 GB"), (5_000_000_000_000, "5 TB"),
        ] as [(Int64, String)]
    )
    func sizesHaveUnits(bytes: Int64, text: String) { #expect(FileSize.text(bytes) == text) }
}
