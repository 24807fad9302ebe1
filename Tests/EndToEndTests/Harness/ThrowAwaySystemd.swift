// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// Commands that run in a temporary systemd user manager.
enum ThrowAwaySystemd {
    private static let command: [String] = {
        let script = Built.project.appending(path: "contrib/with-user-systemd")
        // Runs as an ordinary user if that user can access the programs, otherwise as root.
        return [script.path(percentEncoded: false), "--uid", isReachable ? "65534" : "0"]
    }()

    private static var isReachable: Bool {
        guard let setpriv = Built.tool("setpriv"), let bed = try? TestBed() else { return false }
        let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]
        let programs = [[Built.journal, "--version"], [Built.daemon, "--version"]]
        return programs.allSatisfy { program in
            (try? bed.run([setpriv] + user + program).status) == 0
        }
    }

    /// Runs a Bash script in a user manager, whose start and the script's restarts take long on a
    /// busy machine.
    ///
    /// The arguments of the script are the folder of the programs and those given here.
    static func run(
        _ script: String,
        _ arguments: String...,
        in bed: TestBed
    ) throws -> ChildProcess.Result {
        let programs = URL(filePath: Built.journal).deletingLastPathComponent()
        let bash = ["/bin/bash", "-c", script, "systemd-test"]
        let folder = programs.path(percentEncoded: false)
        return try bed.run(inBackground: command + bash + [folder] + arguments)
            .wait(within: .seconds(300))
    }

    /// Whether a user manager can run here; status 77 means no, with the reason on standard error.
    static let isAvailable: Bool = {
        guard let bed = try? TestBed(), let result = try? bed.run(command + ["/bin/true"]) else {
            return false
        }
        if result.status == 77 { print(result.errors) }
        return result.status != 77
    }()
}
