// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
@testable import SwiftDataHub
import Testing

struct SSHTargetTests {
    /// A program that passes the command to a shell, as the other end of ssh does.
    private let script = """
        #!/bin/sh
        for word; do command=$word; done
        exec sh -c "$command"
        """

    @Test(arguments: [
        "plain", "it's", "a b", "$(touch x)", "`touch x`", "a;touch x", "\"", "\\", "\\'", "*", "~",
        "ä",
        "-n", "&&", "#", "'\"'\"'",
    ])
    func shellOfTheOtherMachineReadsThePathUnchanged(name: String) throws {
        let folder = try TemporaryFolder()
        try install(script, in: folder)
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove("%")
        let escaped = try #require(name.addingPercentEncoding(withAllowedCharacters: allowed))
        guard case .ssh(let target) = try HubAddress("ssh://home\(folder.path)/\(escaped)") else {
            Issue.record("no address for ssh")
            return
        }
        let program = try BuiltProgram.path()
        let hub = RemoteHub(target, ssh: folder.path + "/ssh", remoteCommand: program)
        try hub.create()
        #expect(Set(folder.files) == ["ssh", "\(name)/\(FolderHub.marker)"])
    }

    /// Writes an executable file with another process: a process that this one starts at the same
    /// time would have the file open, which then could not be executed.
    private func install(_ script: String, in folder: TemporaryFolder) throws {
        try folder.write(script, to: "source")
        let program = Process()
        program.executableURL = URL(filePath: "/usr/bin/install")
        program.arguments = ["-m", "700", folder.path + "/source", folder.path + "/ssh"]
        try program.run()
        program.waitUntilExit()
        #expect(program.terminationStatus == 0)
        try FileManager.default.removeItem(atPath: folder.path + "/source")
    }

    @Test func addressIsNoOptionOfSSH() throws {
        guard case .ssh(let target) = try HubAddress("ssh://me@home:22/~/-x") else {
            Issue.record("no address for ssh")
            return
        }
        let words = target.arguments(ssh: "ssh", command: "journal sync serve")
        #expect(words.suffix(3) == ["--", "me@home", "journal sync serve -- '-x'"])
        #expect(words.contains("BatchMode=yes"))
        #expect(words.contains("ClearAllForwardings=yes"))
        #expect(words.contains("RemoteCommand=none"))
        #expect(words.contains("-a") && words.contains("-x"))
        #expect(words.firstIndex(of: "-p").map { words[$0 + 1] } == "22")
    }
}
