// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import Testing

struct SystemdHardeningTests {
    private let all = SystemdHardening.applicableNames(folder: "/f") { _ in true }

    @Test func fileEqualsTheOneInContrib() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let shipped = try String(
            contentsOf: root.appending(path: "contrib/systemd/\(SystemdHardening.path)"),
            encoding: .utf8
        )
        #expect(shipped == SystemdHardening.text(folder: "%h/.local/share/journal"))
        #expect(shipped == SystemdHardening.text(names: all, folder: "%h/.local/share/journal"))
    }

    @Test func settingsThatCannotBeCombinedAreOmitted() {
        let conflict: Set = ["ProtectHome=read-only", "ProtectSystem=strict"]
        let names = SystemdHardening.applicableNames(folder: "/f") { settings in
            settings.contains("PrivateUsers=yes") && !settings.contains("ProcSubset=pid")
                && !conflict.isSubset(of: settings)
                && (conflict.isDisjoint(with: settings) || settings.contains("ReadWritePaths=/f"))
        }
        #expect(all.subtracting(names) == ["ProcSubset", "ProtectSystem"])
        let text = SystemdHardening.text(names: names, folder: "/f")
        #expect(text.contains("\nProtectHome=read-only\n"))
        #expect(!text.contains("ProtectSystem"))
    }

    @Test func nothingAppliesWithoutUserNamespaces() {
        #expect(SystemdHardening.applicableNames(folder: "/f") { $0.isEmpty } == [])
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
