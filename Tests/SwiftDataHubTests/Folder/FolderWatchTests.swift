// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataHub
import Testing

struct FolderWatchTests {
    @Test func newFilesEndAWaitAndHiddenOnesDoNot() throws {
        let folder = try TemporaryFolder()
        let watch = FolderWatch()
        #expect(watch.add([folder.path]))
        #expect(!watch.add([folder.path]))
        let interruption = try Interruption()
        let short = ContinuousClock.now + .milliseconds(5)
        try folder.write("x", to: ".hidden")
        #expect(!watch.waitForChange(until: short, interruptedBy: interruption.descriptor))
        #expect(ContinuousClock.now >= short)
        let deadline = ContinuousClock.Instant.distant
        try folder.write("x", to: "visible")
        #expect(!watch.waitForChange(until: deadline, interruptedBy: interruption.descriptor))
        #expect(ContinuousClock.now < deadline)
    }

    @Test func interruptionEndsAWait() throws {
        let interruption = try Interruption()
        interruption.raise()
        let isInterrupted = FolderWatch().waitForChange(
            until: .distant,
            interruptedBy: interruption.descriptor
        )
        #expect(isInterrupted)
    }
}
