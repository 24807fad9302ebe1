// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataHub
import Testing

struct MountTableTests {
    private let table = """
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        40 22 0:52 / /mnt/home rw,relatime shared:9 master:1 - nfs4 home:/srv rw,vers=4.2
        41 22 0:53 / /mnt/ssh rw,nosuid - fuse.sshfs home: rw
        """

    @Test func typeIsFoundByTheNumbersOfTheDevice() {
        #expect(MountTable.type(ofDevice: 254 << 8 | 1, in: table) == "ext4")
        #expect(MountTable.type(ofDevice: 52, in: table) == "nfs4")
        #expect(MountTable.type(ofDevice: 53, in: table) == "fuse.sshfs")
        #expect(MountTable.type(ofDevice: 54, in: table) == nil)
        #expect(MountTable.type(ofDevice: 52, in: "52\n0:52 -") == nil)
    }

    @Test func filesOfOtherMachinesArePolled() {
        #expect(["nfs4", "fuse.sshfs", "cifs", "9p"].allSatisfy(MountTable.isRemote))
        #expect(!["ext4", "btrfs", "tmpfs", "vfat", "exfat"].contains(where: MountTable.isRemote))
        #expect(MountTable.pollInterval(of: "/proc") == .seconds(60))
        #expect(MountTable.pollInterval(of: "/missing") == .seconds(5))
    }
}
