// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalClientTesting
import Testing

struct SystemdHardeningTests {
    private let all = SystemdHardening.applicableNames(folders: ["/f"]) { _ in true }

    @Test func fileEqualsTheOneInContrib() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let shipped = try String(
            contentsOf: root.appending(path: "contrib/systemd/\(SystemdHardening.path)"),
            encoding: .utf8
        )
        for text in [
            SystemdHardening.text(folders: ["/f"]),
            SystemdHardening.text(names: all, folders: ["/f"]),
        ] {
            #expect(shipped == text.replacing("/f\n", with: "%h/.local/share/journal\n"))
        }
    }

    @Test func settingsThatCannotBeCombinedAreOmitted() {
        let conflict: Set = ["ProtectHome=read-only", "ProtectSystem=strict"]
        let names = SystemdHardening.applicableNames(folders: ["/f"]) { settings in
            settings.contains("PrivateUsers=yes") && !settings.contains("ProcSubset=pid")
                && !conflict.isSubset(of: settings)
                && (conflict.isDisjoint(with: settings) || settings.contains("ReadWritePaths=-/f"))
        }
        #expect(all.subtracting(names) == ["ProcSubset", "ProtectSystem"])
        let text = SystemdHardening.text(names: names, folders: ["/f"])
        #expect(text.contains("\nProtectHome=read-only\n"))
        #expect(!text.contains("ProtectSystem"))
    }

    @Test func nothingAppliesWithoutUserNamespaces() {
        #expect(SystemdHardening.applicableNames(folders: ["/f"]) { $0.isEmpty } == [])
    }

    @Test func folderOfTheStoreIsCreatedBeforeItIsTheOnlyWritableOne() {
        let lines = SystemdHardening.text(folders: ["/50% $x", "/disk"]).split(separator: "\n")
        #expect(lines.contains(#"ExecStartPre=-+/bin/mkdir -p "/50%% $$x""#))
        #expect(lines.contains(#"ReadWritePaths="-/50%% $x" -/disk"#))
        let free = SystemdHardening.text(names: ["PrivateUsers"], folders: ["/f"])
        #expect(free.hasSuffix("[Service]\nPrivateUsers=yes\n"))
    }

    @Test func fileBehindALinkIsInAFolderOfItsOwn() throws {
        let directory = try TemporaryDirectory()
        let (data, disk) = (directory.path + "/data", directory.path + "/disk")
        for folder in [data, disk] { try FileSystem.makeDirectory(folder) }
        let store = data + "/journal.store"
        #expect(SystemdHardening.folders(ofStore: store) == [data])
        try FileSystem.write([], to: store)
        #expect(SystemdHardening.folders(ofStore: store) == [data])
        // The folder is reached on another way, but it is the same one.
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: data)
        #expect(SystemdHardening.folders(ofStore: link + "/journal.store") == [link])
        try FileSystem.remove(store)
        try FileSystem.write([], to: disk + "/journal.store")
        try FileManager.default.createSymbolicLink(
            atPath: store,
            withDestinationPath: "../disk/journal.store"
        )
        #expect(SystemdHardening.folders(ofStore: store) == [data, disk])
    }

    @Test(arguments: [
        ("/a/b", "/a/b", "/a/b"), ("/a b", "\"/a b\"", "\"/a b\""),
        ("/50%", "\"/50%%\"", "/50%"), (#"/a"\b"#, #""/a\"\\b""#, #""/a\"\\b""#),
    ])
    func pathsAreQuoted(path: String, inUnit: String, inSetting: String) {
        #expect(SystemdHardening.value(ofPath: path) == inUnit)
        #expect(SystemdHardening.value(ofPath: path, inUnit: false) == inSetting)
    }
}
