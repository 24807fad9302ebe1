// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Glibc
import SwiftDataHub
import Testing

struct HubErrorTests {
    @Test(arguments: [
        (ENOSPC, HubError.Code.full), (EDQUOT, .full), (EROFS, .denied), (EACCES, .denied),
        (EPERM, .denied), (EIO, .unreachable), (ENODEV, .unreachable), (ESTALE, .unreachable),
        (EMFILE, .unreachable),
    ])
    func systemErrorsSayWhatToDo(number: Int32, code: HubError.Code) {
        let error = HubError.system(number, failure: "cannot write /mnt/hub")
        #expect(error.code == code)
        #expect(error.description.hasPrefix("cannot write /mnt/hub: "))
        #expect(error.description.contains("; "))
    }
}
