// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import JournalSystem
import Testing

struct SystemErrorTests {
    @Test func descriptionIsTheTextOfTheSystem() {
        #expect(SystemError(ENOENT).description == "No such file or directory")
        #expect("\(SystemError(ENOSPC))" == "No space left on device")
        #expect(SystemError(99_999).description.contains("99999"))
    }

    @Test func lastErrorIsThatOfTheCallThatFailed() {
        #expect(close(-1) == -1)
        #expect(SystemError.last == SystemError(EBADF))
    }
}
