// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalCommandLine
import JournalProtocol
import Testing

struct ExitStatusTests {
    @Test(
        arguments: [
            (.unavailable, 69), (.connectionLost, 69), (.unresponsive, 75), (.busy, 75),
            (.malformedReply, 76), (.wrongOwner, 77), (.file, 73), (.usage, 64), (.input, 65),
            (.damaged, 74), (.nothingFound, 1), (.program, 70), (.refused, 70),
            (.missing, 66), (.unreadable, 66),
        ] as [(ClientError.Code, Int32)]
    )
    func failureOfTheClientHasItsStatus(code: ClientError.Code, status: Int32) {
        #expect(ClientError(code, "failed").exitStatus == status)
    }

    @Test(
        arguments: [
            (.entryNotFound, 66), (.entryAmbiguous, 66), (.notebookNotFound, 66),
            (.tagNotFound, 66), (.conflict, 1), (.entryExists, 1), (.notebookExists, 1),
            (.notebookNotEmpty, 1), (.tagExists, 1), (.authUID, 77), (.storeFailed, 74),
            (.storeReadOnly, 74), (.storeNotAStore, 74), (.storeTooNew, 74),
            (.methodUnknown, 76), (.protocolUnsupported, 76), (.requestInvalid, 76),
            (.internal, 70), (.storeFull, 75), (.storeLocked, 75), (.shuttingDown, 75),
            (.entryEmpty, 65), (.searchSyntax, 65), (.backupFailed, 74),
            (.entryUnreadable, 74), (.attachmentUnreadable, 74), (.syncOff, 65), (.syncHub, 65),
            (.syncSpace, 65), (.syncOffline, 75), (.syncPaused, 75), (.syncKey, 77),
            (.syncFormat, 74),
        ] as [(ErrorKind, Int32)]
    )
    func errorOfTheDaemonHasItsStatus(kind: ErrorKind, status: Int32) {
        #expect(ClientError(ProtocolError(kind, "failed")).exitStatus == status)
    }
}
