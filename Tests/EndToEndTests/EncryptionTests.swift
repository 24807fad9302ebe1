// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation
import JournalClient
import JournalProtocol
import Testing

/// `journal encrypt`, `unlock`, `lock` and `decrypt`.
@Suite struct EncryptionTests {
    private static let secret = "xylophoneMARKER"
    private static let passphrase = "five words of your own\n"
    private static let strace = Built.tool("strace")

    private let bed: TestBed
    private var folder: String {
        URL(filePath: bed.store).deletingLastPathComponent().path(percentEncoded: false)
    }

    init() throws { bed = try TestBed() }

    // MARK: Steps

    /// Writes entries with the secret in texts, earlier texts, an attachment and its name.
    private func prepare() throws {
        let id = try bed.journal("new", "first \(Self.secret)", "-t", "music").line
        #expect(try bed.journal("edit", id, "second \(Self.secret)").status == 0)
        let file = bed.root + "/\(Self.secret).txt"
        let content = Array(repeating: Self.secret, count: 70_000).joined(separator: "\n")
        try FileSystem.write(Array(content.utf8), to: file)
        #expect(try bed.journal("attach", id, file).status == 0)
        try FileManager.default.removeItem(atPath: file)
        let gone = try bed.journal("new", "gone \(Self.secret)").line
        #expect(try bed.journal("delete", gone).status == 0)
        try bed.journal("new", "nothing of the kind")
    }

    private func encrypt() throws {
        let result = try bed.journal("encrypt", "--cost", "10", input: Self.passphrase)
        #expect(result.status == 0, "\(result.errors)")
    }

    private func unlock() throws {
        let result = try bed.journal("unlock", input: Self.passphrase)
        #expect(result.lines == ["unlocked"], "\(result.errors)")
    }

    private func texts() throws -> [String] {
        try bed.journal("list").lines.compactMap { $0.split(separator: "\t").last.map(String.init) }
    }

    /// The files below a folder that contain a text.
    private func files(with text: String, in folder: String) throws -> [String] {
        let names = try #require(FileManager.default.enumerator(atPath: folder))
        return names.compactMap { $0 as? String }.filter { name in
            let content = try? Data(contentsOf: URL(filePath: folder + "/" + name))
            return content?.firstRange(of: Data(text.utf8)) != nil
        }
    }

    // MARK: Tests

    @Test func journalThatCannotBeUnlockedAfterwardsIsReportedAsEncrypted() throws {
        try bed.journal("new", "one")
        let input = Self.passphrase
        // Kills the daemon while the store is encrypted.
        let pids = bed.daemons.map { "\($0)" }.joined(separator: " ")
        let journal = try bed.journal(
            withDaemon: #"if [ "$1" = encrypt ]; then kill -9 \#(pids); fi"#
        )
        let result = try bed.run([journal, "encrypt", "--cost", "10", "--no-start"], input: input)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("encrypted \(bed.store)"), "\(result.output)")
        #expect(result.output.contains("unlock it with: journal unlock"), "\(result.output)")
        #expect(result.output.contains("keep it in a safe place"))
        try unlock()
        #expect(try texts() == ["one"])
    }

    @Test func endsOfLinesAreNotPartOfThePassphrase() throws {
        try bed.journal("new", "one")
        let file = bed.root + "/passphrase"
        try FileSystem.write(Array("five words of your own\r\n".utf8), to: file)
        let result = try bed.journal("encrypt", "--cost", "10", "--passphrase-file", file)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try bed.journal("lock").status == 0)
        #expect(try bed.journal("unlock", "--passphrase-file", file).lines == ["unlocked"])
        #expect(try bed.journal("lock").status == 0)
        try unlock()
        #expect(try texts() == ["one"])
    }

    @Test func passphraseThatIsNoTextIsRefused() throws {
        try bed.journal("new", "one")
        let file = bed.root + "/passphrase"
        try FileSystem.write([0xFF, 0xFE, 0xFD] + Array("abcdefgh\n".utf8), to: file)
        let result = try bed.journal("encrypt", "--cost", "10", "--passphrase-file", file)
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("not UTF-8"))
        #expect(try texts() == ["one"])
    }

    @Test func passphraseFileThatCannotBeReadIsNamed() throws {
        let file = bed.root + "/none"
        let result = try bed.journal("encrypt", "--cost", "10", "--passphrase-file", file)
        #expect(result.status == 66, "\(result.errors)")
        #expect(result.errors.contains("cannot read \(file): "), "\(result.errors)")
    }

    @Test func noPlainTextRemains() throws {
        try prepare()
        #expect(try !files(with: Self.secret, in: bed.root + "/data").isEmpty)
        try encrypt()
        #expect(try files(with: Self.secret, in: bed.root + "/data") == [])
        #expect(try files(with: Self.secret, in: bed.state) == [])
        // Also of what is written from now on.
        let id = try bed.journal("new", "third \(Self.secret)").line
        #expect(try bed.journal("edit", id, "fourth \(Self.secret)").status == 0)
        #expect(try bed.journal("search", Self.secret).lines.count == 2)
        #expect(try files(with: Self.secret, in: bed.root + "/data") == [])
        try bed.journal("lock")
        #expect(try files(with: Self.secret, in: bed.root + "/data") == [])
        for place in ["/data", "/state", "/run"] {
            #expect(try files(with: "five words", in: bed.root + place) == [])
        }
        // What stays readable.
        #expect(try !files(with: "music", in: folder).isEmpty)
        #expect(FileSystem.names(in: folder).allSatisfy { !$0.hasSuffix(".backup") })
    }

    @Test func lockedJournalIsUnlockedAndLocked() throws {
        try prepare()
        try encrypt()
        #expect(try texts().count == 2)
        #expect(try bed.journal("lock").lines == ["locked"])
        let status = try bed.journal("status", "--json")
        let json = try JSON.parse(Array(status.line.utf8))
        #expect(json["encrypted"] == true)
        #expect(json["locked"] == true)
        let shown = try bed.journal("status").output
        #expect(shown.contains("locked; to unlock it"))
        #expect(!shown.contains("notebooks"), "\(shown)")
        for arguments in [["list"], ["search", "x"], ["stats"], ["export"], ["tag"]] {
            let result = try bed.start(arguments).wait()
            #expect(result.status == 75, "\(arguments)")
            #expect(result.errors.contains("journal unlock"), "\(arguments) \(result.errors)")
        }
        let wrong = try bed.journal("unlock", input: "other words\n")
        #expect(wrong.status == 77)
        #expect(wrong.errors.contains("the passphrase is wrong"))
        try unlock()
        #expect(try texts().count == 2)
        #expect(
            try bed.journal("unlock", input: "x\n").lines == ["the journal is unlocked already"]
        )
        try bed.journal("lock")
        #expect(try bed.journal("lock").lines == ["locked"])
    }

    @Test func editOfALockedJournalIsKeptWithItsEntry() throws {
        let id = try bed.journal("new", "first").line
        try encrypt()
        try bed.journal("lock")
        let edits = [
            try bed.journal("edit", id, "second", "text", "--star"),
            try bed.journal("edit", id, "-", input: "third text"),
        ]
        for (edit, name) in zip(edits, ["text", "text-2"]) {
            #expect(edit.status == 75)
            #expect(edit.errors.contains("journal unlock"), "\(edit.errors)")
            #expect(edit.errors.contains("journal drafts use \(name)\n"), "\(edit.errors)")
        }
        // Words after a mistyped id are in the history of the shell.
        #expect(try !bed.journal("edit", "no-id", "words").errors.contains("saved"))
        #expect(try bed.journal("drafts").lines.count == 2)
        try unlock()
        for (name, text) in [("text-2", "third text"), ("text", "second text")] {
            #expect(try bed.journal("drafts", "use", name, "--as-is").status == 0)
            #expect(try bed.journal("show", id).line == text)
        }
        let entry = try JSON.parse(Array(bed.journal("show", id, "--json").line.utf8))
        #expect(entry["starred"] == true)
    }

    @Test func textForALockedJournalIsKeptAndDelivered() throws {
        try encrypt()
        try bed.journal("lock")
        let result = try bed.journal("new", "do not lose this")
        #expect(result.status == 75)
        #expect(result.errors.contains("The text was saved"), "\(result.errors)")
        #expect(result.errors.contains("journal unlock && journal new --deliver"))
        try unlock()
        #expect(try bed.journal("new", "--deliver").status == 0)
        #expect(try texts() == ["do not lose this"])
    }

    @Test(.enabled(if: Screen.isAvailable)) func terminalIsAskedForThePassphrase() throws {
        try encrypt()
        try bed.journal("lock")
        let screen = try Screen(bed, columns: 80, rows: 12, "journal new from the terminal")
        _ = try screen.wait(for: "Passphrase")
        try screen.type("wrong words", "Enter")
        _ = try screen.wait(for: "the passphrase is wrong")
        try screen.type("five words of your own", "Enter")
        let text = try screen.end()
        #expect(text.contains("[exit 0]"))
        #expect(!text.contains("five words"))
        #expect(try texts() == ["from the terminal"])
    }

    @Test func decryptionTakesEncryptionBack() throws {
        try prepare()
        let before = try bed.journal("export", "--format", "json").output
        try encrypt()
        #expect(try bed.journal("export", "--format", "json").output == before)
        let wrong = try bed.journal("decrypt", input: "other words\n")
        #expect(wrong.status == 77)
        #expect(wrong.errors.contains("The store was not changed"))
        let result = try bed.journal("decrypt", input: Self.passphrase)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try bed.journal("export", "--format", "json").output == before)
        #expect(try bed.journal("search", Self.secret).lines.count == 1)
        #expect(try bed.journal("decrypt", input: Self.passphrase).status == 65)
    }

    @Test func wrongPassphraseLeavesAnUnlockedJournalUnlocked() throws {
        try prepare()
        try encrypt()
        let process = try JSON.parse(Array(try bed.journal("status", "--json").line.utf8))["pid"]
        #expect(process != nil)
        let wrong = "other words\nanother passphrase\n"
        for arguments in [["decrypt"], ["encrypt", "--change-passphrase"]] {
            let result = try bed.start(arguments, input: wrong).wait()
            #expect(result.status == 77, "\(result.errors)")
            #expect(result.errors.contains("the passphrase is wrong"))
            #expect(try texts().count == 2)
        }
        let input = Self.passphrase + "x\n"
        let short = try bed.journal("encrypt", "--change-passphrase", input: input)
        #expect(short.errors.contains("use at least 8"), "\(short.errors)")
        #expect(try texts().count == 2)
        // The daemon was not even stopped.
        let status = try JSON.parse(Array(try bed.journal("status", "--json").line.utf8))
        #expect(status["pid"] == process)
        #expect(status["locked"] == nil)
    }

    @Test func passphraseCanBeChanged() throws {
        try prepare()
        try encrypt()
        let backup = bed.root + "/before.backup"
        #expect(try bed.journal("backup", backup).status == 0)
        let path = bed.root + "/passphrases"
        try FileSystem.write(Array((Self.passphrase + "another passphrase\n").utf8), to: path)
        let result = try bed.journal(
            "encrypt",
            "--change-passphrase",
            "--cost",
            "10",
            "--passphrase-file",
            path
        )
        #expect(result.status == 0, "\(result.errors)")
        try bed.journal("lock")
        #expect(try bed.journal("unlock", input: Self.passphrase).status == 77)
        #expect(try bed.journal("unlock", input: "another passphrase\n").status == 0)
        #expect(try texts().count == 2)
        // A backup has the passphrase of its time.
        let restored = try bed.journal("restore-backup", backup, "--yes")
        #expect(restored.status == 0, "\(restored.errors)")
        let note = "The journal is locked. To unlock it: journal unlock"
        #expect(restored.lines.contains(note), "\(restored.output)")
        try unlock()
        #expect(try texts().count == 2)
    }

    @Test func unusablePassphrasesChangeNothing() throws {
        try prepare()
        for (input, text, status) in [
            ("short\n", "use at least 8", 65), ("", "no passphrase", 64), ("\n", "no pass", 64),
        ] as [(String, String, Int32)] {
            let result = try bed.journal("encrypt", "--cost", "10", input: input)
            #expect(result.status == status)
            #expect(result.errors.contains(text), "\(result.errors)")
        }
        #expect(try texts().count == 2)
        #expect(try bed.journal("unlock", input: Self.passphrase).errors.contains("not encrypted"))
        try encrypt()
        let again = try bed.journal("encrypt", "--cost", "10", input: Self.passphrase)
        #expect(again.status == 65)
        #expect(again.errors.contains("--change-passphrase"))
    }

    @Test func commandsWorkOnAnUnlockedJournal() throws {
        try prepare()
        let backup = bed.root + "/plain.backup"
        #expect(try bed.journal("backup", backup).status == 0)
        let encrypted = try bed.journal("encrypt", "--cost", "10", input: Self.passphrase)
        // The plain backup is listed.
        #expect(encrypted.output.contains(backup), "\(encrypted.output)")
        let id = try bed.journal("new", "first version").line
        #expect(try bed.journal("edit", id, "second version").status == 0)
        #expect(try bed.journal("history", id).output.contains("first version"))
        #expect(try bed.journal("undo").status == 0)
        #expect(try bed.journal("show", id).output.contains("first version"))
        #expect(try bed.journal("search", "tag:music").lines.count == 1)
        #expect(try bed.journal("search", "starred:no", "version").lines.count == 1)
        #expect(try bed.journal("stats", "--json").status == 0)
        let copy = bed.root + "/encrypted.backup"
        #expect(try bed.journal("backup", copy).status == 0)
        #expect(
            try bed.journal("backup", "--verify", copy).lines.first?.hasPrefix("intact") == true
        )
        #expect(try files(with: Self.secret, in: bed.root + "/data") == [])
        let out = bed.root + "/out"
        #expect(try bed.journal("export", "-o", out + "/").status == 0)
        let other = try TestBed()
        #expect(try other.journal("encrypt", "--cost", "10", input: Self.passphrase).status == 0)
        let imported = try other.journal("import", out)
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try other.journal("list").lines.count == 3)
        let doctor = try bed.journal("doctor", "--full")
        #expect(doctor.output.contains("encrypted"), "\(doctor.output)")
        try bed.journal("lock")
        #expect(try bed.journal("doctor").output.contains("locked"))
    }

    @Test func watchContinuesWhenTheJournalIsUnlockedAgain() throws {
        try encrypt()
        let (log, cursor) = (bed.root + "/log", bed.root + "/cursor")
        let watch = try bed.start([
            "watch", "--cursor-file", cursor, "--exec", "cat >>\(log)",
        ])
        try eventually("a cursor") { (try? FileSystem.read(cursor))?.isEmpty == false ? true : nil }
        try bed.journal("new", "before")
        try bed.journal("lock")
        try unlock()
        try bed.journal("new", "after")
        let texts = try eventually("both changes") { () -> [String]? in
            guard let bytes = try? FileSystem.read(log) else { return nil }
            let lines = try String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                .map { try JSON.parse(String($0))["entry"]?["text"]?.stringValue ?? "" }
            return lines.count >= 2 ? lines : nil
        }
        #expect(texts == ["before", "after"])
        watch.send(SIGINT)
        let result = try watch.wait()
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test func attachmentsAreSavedBackOut() throws {
        try prepare()
        try encrypt()
        let id = try #require(try bed.journal("list", "--format", "{id}").lines.last)
        let out = bed.root + "/saved"
        let result = try bed.journal("attachments", id, "--save", out)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try files(with: Self.secret, in: out) == ["\(Self.secret).txt"])
    }

    /// Kills the program that changes the store before each of its changes to the folder.
    @Test(
        .enabled(if: strace != nil, "strace is not installed"),
        arguments: [("encrypt", "rename"), ("encrypt", "unlink"), ("decrypt", "rename")]
    )
    func interruptedConversionLeavesAWholeStore(command: String, call: String) throws {
        try prepare()
        if command == "decrypt" { try encrypt() }
        try bed.journal("daemon", "stop")
        let original = bed.root + "/original"
        let place = String(folder.dropLast())
        try FileManager.default.copyItem(atPath: place, toPath: original)
        var wasKilled = true
        var number = 0
        while wasKilled, number < 100 {
            number += 1
            try FileManager.default.removeItem(atPath: place)
            try FileManager.default.copyItem(atPath: original, toPath: place)
            let options = command == "encrypt" ? ["--cost", "10"] : []
            let result = try bed.run(
                [
                    Self.strace ?? "", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)",
                    "-e", "inject=\(call):signal=SIGKILL:when=\(number)", Built.daemon, command,
                ] + options + ["--", bed.store],
                input: Self.passphrase
            )
            wasKilled = result.status == 128 + SIGKILL
            #expect(wasKilled || result.status == 0, "\(result.output) \(result.errors)")
            let status = try JSON.parse(Array(try bed.journal("status", "--json").line.utf8))
            if status["locked"] == true { try unlock() }
            #expect(try texts().count == 2, "\(call) \(number)")
            if status["encrypted"] == true {
                #expect(try files(with: Self.secret, in: place) == [], "\(call) \(number)")
            }
            try bed.journal("daemon", "stop")
            let check = try bed.run([Built.daemon, "check", bed.store])
            #expect(check.output.hasPrefix("{\"intact\":true"), "\(check.output)")
        }
        #expect(!wasKilled)
    }
}
