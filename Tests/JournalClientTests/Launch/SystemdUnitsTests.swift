// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalClientTesting
import JournalProtocol
import Testing

struct SystemdUnitsTests {
    private func shipped(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(
            contentsOf: root.appending(path: "contrib/systemd/\(name)"),
            encoding: .utf8
        )
    }

    @Test func unitsEqualThoseInContrib() throws {
        #expect(try shipped("journal.socket") == SystemdUnits.socket)
        #expect(
            try shipped("journal.service")
                == SystemdUnits.service(daemon: "/usr/local/bin/journal-daemon")
        )
        #expect(try shipped("journal-hub.socket") == SystemdUnits.hubSocket)
        #expect(
            try shipped("journal-hub@.service")
                == SystemdUnits.hubService(helper: "/usr/local/bin/swiftdata-hub")
        )
        #expect(try shipped("journal-sync.timer") == SystemdUnits.syncTimer)
        #expect(
            try shipped("journal-sync.service")
                == SystemdUnits.syncService(program: "/usr/local/bin/journal")
        )
        #expect(try shipped("journal-backup.timer") == SystemdUnits.backupTimer(.daily))
        let folder = "/home/%u"
        let service = SystemdUnits.backupService(
            program: "/usr/local/bin/journal",
            folder: folder,
            keeping: 14
        )
        #expect(
            try shipped("journal-backup.service")
                == service.replacing("/home/%%u", with: "%h/.local/share/journal/backups")
        )
    }

    @Test(arguments: [
        ("/a/journal-daemon", "/a/journal-daemon"), ("/a b/%h", "\"/a b/%%h\""),
        ("/a$b", "/a$$b"), ("/a\"b c", "\"/a\\\"b c\""),
    ])
    func pathsAreQuotedForSystemd(path: String, quoted: String) {
        #expect(
            SystemdUnits.service(daemon: path).contains("\nExecStart=\(quoted) --idle-exit ")
        )
    }

    @Test(arguments: ["/a/journal-daemon", "/a b/%h/$x", "/a\"b c\\d", "/it's"])
    func commandsOfUnitsAreReadAgain(path: String) {
        let words = SystemdUnits.arguments(
            inService: SystemdUnits.service(daemon: path, store: path + "/store")
        )
        #expect(words == [path, "--store", path + "/store", "--idle-exit", "600"])
    }

    @Test(
        arguments: [
            (203, "cannot run the program"), (127, "cannot run the program"),
            (226, "cannot apply the settings"), (0, nil), (65, nil), (74, nil),
        ] as [(Int32, String?)]
    )
    func startsThatSystemdCannotExecuteAreFailures(status: Int32, problem: String?) {
        let failure = SystemdUnits.startFailure(status: status)
        #expect((failure == nil) == (problem == nil))
        guard let failure, let problem else { return }
        #expect(failure.message == "systemd \(problem) of journal.service: exit status \(status)")
        #expect(failure.advice?.hasPrefix("Write the units again: journal daemon install") == true)
    }

    @Test func scheduleOfTheInstalledTimerIsRead() throws {
        let directory = try TemporaryDirectory()
        let timer = try BackupTimer(
            environment: Environment(["XDG_CONFIG_HOME": directory.path]),
            home: nil
        )
        #expect(timer.schedule == nil)
        try timer.writeUnits(.weekly, program: "/a/journal", folder: "/my backups", keeping: 3)
        let schedule = try #require(timer.schedule)
        #expect(schedule.interval == .weekly)
        #expect(schedule.folder == "/my backups")
        #expect(schedule.program == "/a/journal")
        timer.uninstall()
        #expect(timer.schedule == nil)
    }

    @Test func installingWritesTheUnitsAndUninstallingRemovesThem() throws {
        let directory = try TemporaryDirectory()
        let installer = try DaemonInstaller(
            environment: Environment(["XDG_CONFIG_HOME": directory.path]),
            home: nil
        )
        try installer.writeUnits(daemon: "/x/journal-daemon")
        #expect(
            installer.paths == [
                directory.path + "/systemd/user/journal.socket",
                directory.path + "/systemd/user/journal.service",
                directory.path + "/systemd/user/journal-hub.socket",
                directory.path + "/systemd/user/journal-hub@.service",
                directory.path + "/systemd/user/journal-sync.timer",
                directory.path + "/systemd/user/journal-sync.service",
            ]
        )
        let helper = String(decoding: try FileSystem.read(installer.paths[3]), as: UTF8.self)
        #expect(helper.contains("\nExecStart=/x/swiftdata-hub --any-hub\n"))
        let sync = String(decoding: try FileSystem.read(installer.paths[5]), as: UTF8.self)
        #expect(sync.contains("\nExecStart=/x/journal sync now --timeout 600\n"))
        #expect(try FileSystem.read(installer.paths[0]) == Array(SystemdUnits.socket.utf8))
        try installer.removeUnits()
        try installer.removeUnits()
        #expect(FileSystem.names(in: directory.path + "/systemd/user").isEmpty)
    }

    @Test(arguments: [
        (["HOME": "/home/me"], nil), (["HOME": "/home/me", "XDG_DATA_HOME": "/data"], "/data"),
        (["HOME": "/home/me", "XDG_DATA_HOME": "/home/me/.local/share"], nil),
    ])
    func storeOutsideTheDefaultPathIsAnOption(
        variables: [String: String],
        data: String?
    ) throws {
        let directory = try TemporaryDirectory()
        var variables = variables
        variables["XDG_CONFIG_HOME"] = directory.path
        let installer = try DaemonInstaller(environment: Environment(variables), home: nil)
        try installer.writeUnits(daemon: "/x/journal-daemon")
        let unit = String(decoding: try FileSystem.read(installer.paths[1]), as: UTF8.self)
        let option = data.map { " --store \($0)/journal/journal.store" } ?? ""
        #expect(unit.contains("\nExecStart=/x/journal-daemon\(option) --idle-exit "))
    }
}
