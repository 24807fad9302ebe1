// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

@testable import SwiftDataHub
import Testing

struct MountTableTests {
    private let table = """
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        40 22 0:52 / /mnt/home rw,relatime shared:9 master:1 - nfs4 home:/srv rw,vers=4.2
        41 22 0:53 / /mnt/my\\040ssh rw,nosuid - fuse.sshfs home: rw
        42 22 0:54 / /srv rw - ext4 /dev/vdb rw
        43 22 0:55 /sub /srv rw - btrfs /dev/vdc rw
        """

    @Test func typeIsThatOfTheLastMountWithTheLongestPath() {
        for (path, type) in [
            ("/", "ext4"), ("/mnt", "ext4"), ("/mnt/home", "nfs4"), ("/mnt/home/hub", "nfs4"),
            ("/mnt/homes", "ext4"), ("/mnt/my ssh/hub", "fuse.sshfs"), ("/srv", "btrfs"),
        ] {
            #expect(MountTable.type(ofPath: path, in: table) == type)
        }
        #expect(MountTable.type(ofPath: "/", in: "52\n0:52 -") == nil)
        #expect(MountTable.type(ofPath: "/x", in: "1 2 0:5 / /y rw - ext4 x") == nil)
    }

    @Test func filesOfOtherMachinesArePolled() {
        #expect(["nfs4", "fuse.sshfs", "cifs", "9p"].allSatisfy(MountTable.isRemote))
        #expect(!["ext4", "btrfs", "tmpfs", "vfat", "exfat"].contains(where: MountTable.isRemote))
        #expect(MountTable.pollInterval(of: "/proc") == .seconds(60))
        #expect(MountTable.pollInterval(of: "/missing") == .seconds(5))
    }
}
