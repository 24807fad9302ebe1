// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import JournalClient
import JournalProtocol
import JournalSystem
import Testing

struct LaunchStrategyTests {
    private static let runtime = "/run/user/1000"
    private static let installed: Set = [
        "/run/user/1000/systemd/private", "/h/.config/systemd/user/journal.socket",
    ]

    private func plan(
        socket: String? = nil,
        allowed: Bool = true,
        variables: [String: String] = [:],
        files: Set<String> = [],
        programs: Set<String> = []
    ) throws -> LaunchStrategy {
        let environment = Environment(variables.merging(["HOME": "/h"]) { old, _ in old })
        let path = try SocketPath.resolve(option: socket, environment: environment, uid: 1000) {
            $0 == Self.runtime
                ? FileStatus(type: .directory, owner: 1000, permissions: 0o700) : nil
        }
        let installation = InstallationProbe(
            exists: { files.contains($0) },
            isExecutable: { programs.contains($0) },
            executable: "/opt/bin/journal",
            home: nil
        )
        return LaunchStrategy.choose(
            socket: path,
            allowed: allowed,
            environment: environment,
            installation: installation
        )
    }

    @Test func systemdIsUsedIfItsUnitIsInstalled() throws {
        #expect(
            try plan(files: Self.installed, programs: ["/opt/bin/journal-daemon"]) == .systemd
        )
    }

    @Test func unitNamesNoDaemonOfABuildFolder() throws {
        let built = "/c/.build/release/journal-daemon"
        let probe = { (programs: Set<String>) in
            InstallationProbe(
                exists: { _ in false },
                isExecutable: { programs.contains($0) },
                executable: "/c/.build/release/journal",
                home: nil
            )
        }
        let environment = Environment(["PATH": "/usr/local/bin:/usr/bin"])
        let installed = "/usr/bin/journal-daemon"
        #expect(try probe([built, installed]).installedDaemon(environment) == installed)
        #expect(probe([built, installed]).daemonExecutable(environment) == built)
        let error = #expect(throws: ClientError.self) {
            try probe([built]).installedDaemon(environment)
        }
        #expect(error?.message.hasPrefix("\(built) is in a build folder") == true)
        #expect(error?.advice == "Install the programs first: contrib/install")
        #expect(throws: ClientError.self) { try probe([]).installedDaemon(environment) }
    }

    @Test(arguments: ["/usr/lib/systemd/user", "/h/.local/share/systemd/user"])
    func unitThatWasInstalledWithTheProgramsIsFound(folder: String) throws {
        let files: Set = ["/run/user/1000/systemd/private", "\(folder)/journal.socket"]
        #expect(try plan(files: files) == .systemd)
    }

    @Test(arguments: Array(installed))
    func withoutManagerOrUnitTheDaemonIsSpawned(missing: String) throws {
        let chosen = try plan(
            files: Self.installed.subtracting([missing]),
            programs: ["/opt/bin/journal-daemon"]
        )
        #expect(chosen == .spawn(executable: "/opt/bin/journal-daemon"))
    }

    @Test func explicitSocketBypassesSystemd() throws {
        let chosen = try plan(
            socket: "/x/s",
            files: Self.installed,
            programs: ["/opt/bin/journal-daemon"]
        )
        #expect(chosen == .spawn(executable: "/opt/bin/journal-daemon"))
    }

    @Test func daemonNextToTheCommandPrecedesPath() throws {
        let both: Set = ["/opt/bin/journal-daemon", "/usr/bin/journal-daemon"]
        let variables = ["PATH": "/nowhere:/usr/bin"]
        #expect(
            try plan(variables: variables, programs: both)
                == .spawn(executable: "/opt/bin/journal-daemon")
        )
        #expect(
            try plan(variables: variables, programs: ["/usr/bin/journal-daemon"])
                == .spawn(executable: "/usr/bin/journal-daemon")
        )
    }

    @Test func userDatabaseIsReadOnlyWithoutAHomeDirectory() throws {
        let installation = InstallationProbe(
            exists: { ["/run/user/1000/systemd/private", "/d/journal.socket"].contains($0) },
            isExecutable: { _ in true },
            executable: "/opt/bin/journal",
            home: {
                Issue.record("the user database is read")
                return nil
            }()
        )
        let environment = Environment(["HOME": "/h"])
        let socket = try SocketPath.resolve(environment: environment, uid: 1000) {
            $0 == Self.runtime
                ? FileStatus(type: .directory, owner: 1000, permissions: 0o700) : nil
        }
        let chosen = LaunchStrategy.choose(
            socket: socket,
            allowed: true,
            environment: environment,
            installation: installation
        )
        #expect(chosen == .spawn(executable: "/opt/bin/journal-daemon"))
    }

    @Test func nothingIsStartedIfItIsForbiddenOrImpossible() throws {
        let programs: Set = ["/opt/bin/journal-daemon"]
        let option = try plan(allowed: false, files: Self.installed, programs: programs)
        #expect(option == .none(.option))
        let variables = ["JOURNAL_NO_SPAWN": "1"]
        #expect(try plan(variables: variables, programs: programs) == .none(.variable))
        #expect(try plan() == .none(.missingExecutable))
    }
}
