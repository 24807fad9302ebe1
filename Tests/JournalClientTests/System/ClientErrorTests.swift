// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import Testing

struct ClientErrorTests {
    @Test(
        arguments: [
            (.storeFailed, "Check the store with: journal doctor --full"),
            (.storeReadOnly, "Find the reason with: journal doctor"),
            (.encryptionLocked, "Unlock it with: journal unlock"), (.entryEmpty, nil),
        ] as [(ErrorKind, String?)]
    )
    func errorOfTheDaemonHasAdvice(kind: ErrorKind, advice: String?) {
        #expect(ClientError(ProtocolError(kind, "failed")).advice == advice)
    }

    @Test(
        arguments: [
            (.file, "The store was not changed."),
            (.program, "The store is either as it was or changed as a whole."),
        ] as [(ClientError.Code, String)]
    )
    func failedChangeOfAStoreSaysWhatIsKnown(code: ClientError.Code, note: String) {
        #expect(ClientError(code, "failed").addingThatNothingChanged().advice == note)
    }
}
