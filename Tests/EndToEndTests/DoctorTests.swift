// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import Glibc
import JournalClient
import JournalProtocol
import Testing

/// `journal doctor`, and backups in a folder, which it shows.
struct DoctorTests {
    private let bed: TestBed

    init() throws { bed = try TestBed() }

    /// Returns the states and texts of the findings by area.
    private func findings(_ options: String...) throws -> [String: [(state: String, text: String)]]
    {
        let result = try bed.start(["doctor", "--json"] + options).wait()
        let found = try JSON.parse(result.line)["findings"]?.elements ?? []
        let isBroken = found.contains { $0["state"] == "error" }
        #expect(result.status == (isBroken ? 1 : 0), "\(result.errors)")
        return Dictionary(
            grouping: found.map { finding in
                (
                    area: finding["area"]?.stringValue ?? "",
                    state: finding["state"]?.stringValue ?? "",
                    text: finding["text"]?.stringValue ?? ""
                )
            },
            by: \.area
        ).mapValues { $0.map { ($0.state, $0.text) } }
    }

    @Test func nothingIsStartedOrCreated() throws {
        let names = Set(FileSystem.names(in: bed.root))
        let found = try findings("--full")
        #expect(found["daemon"]?.map(\.state) == ["ok"])
        #expect(found["store"]?.first?.text.contains("not created yet") == true)
        #expect(found.values.joined().allSatisfy { $0.state != "error" })
        #expect(bed.daemons.isEmpty)
        #expect(Set(FileSystem.names(in: bed.root)) == names)
    }

    @Test func folderThatCannotBeCreatedIsAnError() throws {
        try FileSystem.write([], to: bed.root + "/file")
        bed.environment["XDG_DATA_HOME"] = bed.root + "/file/data"
        let found = try findings()["folder"]
        #expect(found?.map(\.state) == ["error"])
        #expect(found?.first?.text.contains("cannot be created in \(bed.root)/file: ") == true)
    }

    @Test(arguments: ["file/state", "/proc/state"])
    func folderOfTextsThatCannotBeCreatedIsAnError(path: String) throws {
        try FileSystem.write([], to: bed.root + "/file")
        let folder = path.hasPrefix("/") ? path : "\(bed.root)/\(path)"
        bed.environment["XDG_STATE_HOME"] = folder
        let found = try findings()["state"]
        #expect(found?.map(\.state) == ["error"])
        let parent = folder.split(separator: "/").dropLast().joined(separator: "/")
        let problem = "\(folder)/journal cannot be created in /\(parent): "
        #expect(found?.first?.text.hasPrefix(problem) == true, "\(found ?? [])")
    }

    @Test(arguments: [true, false])
    func healthyJournalIsOK(isRunning: Bool) throws {
        try bed.journal("new", "An entry")
        #expect(try bed.journal("backup", "--folder", bed.root + "/backups").status == 0)
        if !isRunning { try bed.journal("daemon", "stop") }
        let found = try findings("--full")
        #expect(found.values.joined().allSatisfy { $0.state == "ok" }, "\(found)")
        #expect(found["store"]?.first?.text.hasSuffix("1 entry, intact") == true)
        #expect(found["backup"]?.first?.text.hasSuffix(", intact") == true)
        #expect(bed.daemons.isEmpty == !isRunning)
    }

    @Test func daemonOfAnotherSocketIsNamed() throws {
        let other = bed.root + "/run/other.sock"
        #expect(try bed.journal("new", "An entry", "--socket", other).status == 0)
        defer { _ = try? bed.journal("daemon", "stop", "--socket", other) }
        let stop = "journal daemon stop --socket \(other)"
        let list = try bed.journal("list")
        #expect(list.status == 75)
        #expect(list.errors.contains(stop), "\(list.errors)")
        // The daemon that could not open the store answers for a moment, and has then ended.
        for _ in 1...2 {
            let doctor = try bed.journal("doctor")
            #expect(doctor.status == 1)
            #expect(doctor.output.contains("error    daemon"), "\(doctor.output)")
            #expect(doctor.output.contains("the daemon of \(other)"), "\(doctor.output)")
            #expect(doctor.output.contains(stop), "\(doctor.output)")
            try eventually("the end of the daemon") { bed.daemons.isEmpty ? true : nil }
        }
        #expect(try bed.journal("daemon", "stop", "--socket", other).status == 0)
        #expect(try findings()["daemon"]?.map(\.state) == ["ok"])
        #expect(try bed.journal("list").status == 0)
    }

    @Test func journalThatTheNextCommandCannotReadIsAnError() throws {
        let input = "five words of your own\n"
        #expect(try bed.journal("encrypt", "--cost", "10", input: input).status == 0)
        #expect(try findings()["encryption"]?.map(\.state) == ["ok"])
        try bed.journal("lock")
        #expect(try findings()["encryption"]?.map(\.state) == ["error"])
        #expect(try bed.journal("list").status == 75)
        #expect(try findings()["encryption"]?.map(\.state) == ["error"])
        #expect(try bed.journal("unlock", input: input).status == 0)
        #expect(try findings()["encryption"]?.map(\.state) == ["ok"])
        try bed.journal("daemon", "stop")
        bed.environment["JOURNAL_NO_SPAWN"] = "1"
        let daemon = try findings()["daemon"]?.first
        #expect(daemon?.state == "error")
        #expect(daemon?.text.contains("JOURNAL_NO_SPAWN is set") == true, "\(daemon?.text ?? "")")
    }

    @Test func unitsAreNotInstalledWithoutAUserManager() throws {
        let id = try bed.journal("new", "An entry").line
        let daemons = bed.daemons
        let installed = try bed.journal(withDaemon: "")
        let result = try bed.run([installed, "daemon", "install"])
        #expect(result.status == 69)
        let message = "journal: no user manager of systemd is running for this user\n"
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
        #expect(!result.errors.contains("Failed to connect"))
        #expect(bed.daemons == daemons && !daemons.isEmpty)
        #expect(try bed.journal("show", id).line == "An entry")
    }

    /// Also without a user manager, which would be the next reason.
    @Test func unitsDoNotNameProgramsInABuildFolder() throws {
        let built = try bed.journal(withDaemon: "", in: ".build/debug")
        let result = try bed.run([built, "daemon", "install"])
        #expect(result.status == 69)
        let message = "journal: \(bed.root)/.build/debug/journal-daemon is in a build folder"
        #expect(result.errors.hasPrefix(message), "\(result.errors)")
        #expect(result.errors.contains("contrib/install"), "\(result.errors)")
    }

    @Test func socketOfAKilledDaemonIsRemoved() throws {
        try bed.journal("new", "An entry")
        try bed.killDaemon()
        #expect(try findings()["socket"]?.first?.state == "warning")
        let fixed = try bed.journal("doctor", "--fix")
        #expect(fixed.lines.first == "fixed  removed \(bed.socket)", "\(fixed.errors)")
        #expect(!FileManager.default.fileExists(atPath: bed.socket))
        #expect(try findings()["socket"]?.first?.state == "ok")
    }

    @Test func openFoldersAreMadePrivate() throws {
        try bed.journal("new", "An entry")
        try bed.journal("daemon", "stop")
        #expect(chmod(bed.store, 0o644) == 0)
        #expect(try findings()["folder"]?.map(\.state) == ["warning"])
        #expect(try bed.journal("doctor", "--fix").status == 0)
        #expect(try findings()["folder"]?.map(\.state) == ["ok"])
        var status = stat()
        #expect(stat(bed.store, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func undeliveredTextsAreDelivered() throws {
        let kept = try bed.journal("new", "Undelivered", "--no-start")
        #expect(kept.status == 69)
        #expect(try findings()["texts"]?.map(\.state) == ["warning"])
        #expect(bed.daemons.isEmpty)
        let fixed = try bed.journal("doctor", "--fix")
        #expect(fixed.lines.first == "fixed  delivered 1 text", "\(fixed.errors)")
        #expect(try bed.journal("list").output.contains("Undelivered"))
    }

    @Test func damagedStoresAreReported() throws {
        try bed.journal("new", "An entry")
        try bed.journal("daemon", "stop")
        var bytes = try FileSystem.read(bed.store)
        for index in 7 * 4096..<8 * 4096 { bytes[index] = 0x5A }
        try FileSystem.write(bytes, to: bed.store)
        let result = try bed.journal("doctor")
        #expect(result.status == 1)
        #expect(result.output.contains("error    store"))
        #expect(result.output.contains("journal recover \(bed.store)"))
    }

    @Test(.enabled(if: Built.tool("sqlite3") != nil, "sqlite3 is not installed"))
    func indexIsMadeAgain() throws {
        let id = try bed.journal("new", "A rare heron").line
        try bed.journal("daemon", "stop")
        let delete = "DELETE FROM Entry_search_docsize"
        #expect(try bed.run([Built.tool("sqlite3") ?? "", bed.store, delete]).status == 0)
        #expect(try findings()["index"]?.first?.state == "error")
        let fixed = try bed.journal("doctor", "--fix")
        #expect(fixed.lines.first == "fixed  made a new full-text index", "\(fixed.errors)")
        #expect(fixed.status == 0)
        #expect(try bed.journal("search", "heron").output.hasPrefix(id))
    }

    /// Runs SQL on the store with the command-line shell of SQLite.
    private func change(_ sql: String) throws {
        let result = try bed.run([Built.tool("sqlite3") ?? "", bed.store, sql])
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func indexWithOtherWordsIsMadeAgain() throws {
        let id = try bed.journal("new", "A rare heron").line
        try bed.journal("daemon", "stop")
        // The size of the text stays the same, and the index has the row.
        try change(
            "DROP TRIGGER Entry_search_update; UPDATE Entry SET text = 'A rare swan!'"
        )
        #expect(try findings()["index"] == nil)
        let found = try findings("--full")["index"]?.first
        #expect(found?.state == "error")
        #expect(found?.text.contains("has other words than 1 row") == true, "\(found?.text ?? "")")
        #expect(try bed.journal("doctor", "--fix").status == 0)
        #expect(try bed.journal("search", "swan").output.hasPrefix(id))
    }

    @Test func damagedIndexThatTheDaemonMetNeedsNoBackup() throws {
        try bed.journal("new", "A rare heron")
        try bed.journal("new", "A second heron")
        try bed.journal("daemon", "stop")
        try change("DELETE FROM Entry_search_data WHERE id > 10")
        let search = try bed.journal("search", "heron")
        #expect(search.status == 74)
        #expect(search.errors.contains("journal doctor --full"), "\(search.errors)")
        let found = try bed.journal("doctor", "--full")
        #expect(found.output.contains("journal doctor --fix"), "\(found.output)")
        #expect(!found.output.contains("restore-backup"), "\(found.output)")
        let fixed = try bed.journal("doctor", "--fix")
        #expect(fixed.lines.first == "fixed  made a new full-text index", "\(fixed.errors)")
        #expect(try bed.journal("search", "heron").lines.count == 2)
    }

    @Test func damagedPageOfAnIndexNeedsNoBackup() throws {
        let id = try bed.journal("new", "A rare heron").line
        try bed.journal("daemon", "stop")
        let query =
            "SELECT min(rootpage) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'Entry'"
        let root = try bed.run([Built.tool("sqlite3") ?? "", bed.store, query]).line
        let page = try #require(Int(root))
        var bytes = try FileSystem.read(bed.store)
        for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0 }
        try FileSystem.write(bytes, to: bed.store)
        let found = try bed.journal("doctor")
        #expect(found.status == 1)
        #expect(found.output.contains("journal doctor --fix"), "\(found.output)")
        #expect(!found.output.contains("restore-backup"), "\(found.output)")
        let fixed = try bed.journal("doctor", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)")
        let done = "fixed  made new indexes and checked the store; the file from before is "
        let line = try #require(fixed.lines.first)
        #expect(line.hasPrefix(done), "\(line)")
        #expect(try FileSystem.read(String(line.dropFirst(done.count))) == bytes)
        #expect(try bed.journal("list").output.hasPrefix(id))
        try bed.journal("new", "A second heron")
    }

    @Test func storesThatCannotBeCheckedAreNotCalledDamaged() throws {
        try bed.journal("new", "An entry")
        try bed.journal("daemon", "stop")
        try change("UPDATE swiftdata_metadata SET value = '99' WHERE name = 'format'")
        let result = try bed.journal("doctor")
        #expect(result.status == 1)
        #expect(result.output.contains("not checked: "), "\(result.output)")
        #expect(result.output.contains("Install the version of journal that wrote it"))
        #expect(!result.output.contains("journal recover"))
    }

    @Test func damagedBackupsAreBounded() throws {
        try bed.journal("new", "An entry")
        let folder = bed.root + "/backups"
        #expect(try bed.journal("backup", "--folder", folder, "--keep", "1").status == 0)
        let good = FileSystem.names(in: folder)
        try bed.journal("daemon", "stop")
        try change("DELETE FROM Entry_search_docsize")
        for _ in 1...4 {
            let result = try bed.journal("backup", "--folder", folder, "--keep", "1")
            #expect(result.status != 0)
            #expect(result.errors.contains("no intact one was removed"), "\(result.errors)")
        }
        let names = Set(FileSystem.names(in: folder))
        #expect(names.isSuperset(of: good))
        #expect(names.count { $0.hasSuffix(".damaged") } == 2)
        #expect(names.count == 3)
    }

    @Test func oldestBackupsOfAFolderAreRemoved() throws {
        try bed.journal("new", "An entry")
        let folder = bed.root + "/backups"
        try FileSystem.makeDirectory(folder)
        let names = ["journal-2026-01-02T030405Z.backup", "journal-2026-01-02T030405Z-2.backup"]
        let others = ["journal-2026-01-02.backup", "notes.txt", "journal-old.backup"]
        for name in names + others { try FileSystem.write([], to: "\(folder)/\(name)") }
        let result = try bed.journal("backup", "--folder", folder, "--keep", "2", "--json")
        let json = try JSON.parse(result.line)
        #expect(json["removed"]?.elements == [.string("\(folder)/\(names[0])")])
        let path = try #require(json["path"]?.stringValue)
        #expect(
            Set(FileSystem.names(in: folder))
                == Set(others + [names[1], String(path.dropFirst(folder.count + 1))])
        )
        #expect(try bed.journal("backup", "--verify", path).line == "intact, 1 entry")
        #expect(try bed.journal("status").output.contains(path))
        #expect(try bed.journal("backup", "--folder", folder, "--keep", "0").status == 64)
        #expect(try bed.journal("backup", "--keep", "1", path).status == 64)
    }
}
